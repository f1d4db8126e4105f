package io.millrace.engine.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.millrace.engine.credential.DefinitionMask.DefinitionKind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefinitionMaskTest {
  private static final String SOURCES =
      """
# Bearer hunter2 in a comment stays: nobody can tell what it is
sources:
  bank:   # 😀 two blanks, and a character of two
    collections:
      - name: "accounts 😀"
        run:
          http:
            url:  http://h/?token=hunter2&x=é   # the address
            headers: {Authorization: Bearer hunter2, "X-Api-Key" : 'hunter''2', Accept: "*/*"}
            body:
              password: |
                hunter2
                again

              # after the block
              api_key: 12345
              client_secret: >-
                hunter2
              pass: &anchor !!str "hunter2\\n"
              secret: ~
              token: Bearer
                hunter2 goes on
              auth: Bearer ${secret.bank}
      - {name: b, secrets: [token], run: {process: [x, --token, hunter2, "😀", -v]}}
  run: {collections: [{name: token, secrets: [a], run: {pull: {queue: q, body: {session: hunter2}}}}]}
""";

  @Test
  void onlyCredentialsAreReplacedInAYamlText() {
    assertThat(DefinitionMask.maskedYaml(SOURCES, DefinitionKind.SOURCES))
        .isEqualTo(
            """
# Bearer hunter2 in a comment stays: nobody can tell what it is
sources:
  bank:   # 😀 two blanks, and a character of two
    collections:
      - name: "accounts 😀"
        run:
          http:
            url:  "http://h/?token=***&x=é"   # the address
            headers: {Authorization: "***", "X-Api-Key" : "***", Accept: "*/*"}
            body:
              password: "***"

              # after the block
              api_key: "***"
              client_secret: "***"
              pass: "***"
              secret: ~
              token: "***"
              auth: Bearer ${secret.bank}
      - {name: b, secrets: [token], run: {process: [x, --token, "***", "😀", -v]}}
  run: {collections: [{name: token, secrets: [a], run: {pull: {queue: q, body: {session: "***"}}}}]}
""");
  }

  @Test
  void theTextIsMaskedWhereItsValuesAre() throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    JsonNode whole = yaml.readTree(SOURCES);
    JsonNode masked = yaml.readTree(DefinitionMask.maskedYaml(SOURCES, DefinitionKind.SOURCES));
    for (String run :
        List.of("/bank/collections/0/run", "/bank/collections/1/run", "/run/collections/0/run")) {
      Object plain = yaml.convertValue(whole.at("/sources" + run), Object.class);
      JsonNode expected = yaml.valueToTree(CredentialMask.maskedRun(plain));
      assertThat(masked.at("/sources" + run)).isEqualTo(expected).isNotEqualTo(whole.at(run));
    }
  }

  @Test
  void aNumberIsReplacedAsItIsWritten() {
    assertThat(
            DefinitionMask.maskedYaml(
                "steps: [{run: {pull: {body: {password: +007, api_key: 1_000, secret: 1.0e5,"
                    + " tokens: 1_000, max_tokens: 5e2}}}}]",
                DefinitionKind.JOB))
        .isEqualTo(
            "steps: [{run: {pull: {body: {password: \"***\", api_key: \"***\", secret: \"***\","
                + " tokens: 1_000, max_tokens: 5e2}}}}]");
    assertThat(
            DefinitionMask.maskedJson(
                "{\"steps\":[{\"run\":{\"pull\":{\"body\":{\"password\":1.0e5,\"a\":1}}}}]}",
                DefinitionKind.JOB))
        .isEqualTo("{\"steps\":[{\"run\":{\"pull\":{\"body\":{\"password\":\"***\",\"a\":1}}}}]}");
  }

  @Test
  void aTextWithoutCredentialsIsTheSame() {
    String text = "sources:\r\n  a: {collections: [{name: token, run: {noop: {}}}]} # x\r\n";
    assertThat(DefinitionMask.maskedYaml(text, DefinitionKind.SOURCES)).isSameAs(text);
    assertThat(DefinitionMask.maskedYaml("", DefinitionKind.SOURCES)).isEmpty();
    assertThat(DefinitionMask.maskedYaml("# nothing", DefinitionKind.SOURCES))
        .isEqualTo("# nothing");
  }

  @Test
  void whatIsMaskedOnceStaysAsItIs() {
    String masked = DefinitionMask.maskedYaml(SOURCES, DefinitionKind.SOURCES);
    assertThat(DefinitionMask.maskedYaml(masked, DefinitionKind.SOURCES)).isEqualTo(masked);
  }

  @Test
  void onlyCredentialsAreReplacedInAJsonText() {
    assertThat(
            DefinitionMask.maskedJson(
                """
{\t"name": "token 😀", "token": "x",
 "steps": [{"name": "s", "secrets": ["a"],
\t"run": {"http": {"url": "http:\\/\\/h\\/?token=hunter2\\u00e9",
  "headers": {"Cookie"\t:\t"hun\\"ter2"}, "body": {"password": 12345, "n": 1.50}}}},
  {"name": "t", "run": {"process": ["x", "--password", "hunter2" ]}}] }
""",
                DefinitionKind.JOB))
        .isEqualTo(
            """
            {\t"name": "token 😀", "token": "x",
             "steps": [{"name": "s", "secrets": ["a"],
            \t"run": {"http": {"url": "http://h/?token=***",
              "headers": {"Cookie"\t:\t"***"}, "body": {"password": "***", "n": 1.50}}}},
              {"name": "t", "run": {"process": ["x", "--password", "***" ]}}] }
            """);
  }

  @Test
  void aJobInYamlIsMaskedInItsSteps() {
    assertThat(
            DefinitionMask.maskedYaml(
                "{name: x, steps: [{run: {http: {headers: {X-Token: a}}}}, {run: {noop: {}}}]}",
                DefinitionKind.JOB))
        .isEqualTo(
            "{name: x, steps: [{run: {http: {headers: {X-Token: \"***\"}}}}, {run: {noop: {}}}]}");
  }

  @Test
  void whatCannotBeReadIsNotShown() {
    assertThatThrownBy(() -> DefinitionMask.maskedYaml("a: [", DefinitionKind.SOURCES))
        .isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> DefinitionMask.maskedJson("{\"a\": ", DefinitionKind.JOB))
        .isInstanceOf(RuntimeException.class);
  }
}
