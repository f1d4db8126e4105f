package io.millrace.http.directory;

import static io.millrace.http.directory.PlantedCredential.JOB;
import static io.millrace.http.directory.PlantedCredential.PLANTED;
import static io.millrace.http.directory.PlantedCredential.SITE;
import static io.millrace.http.directory.PlantedCredential.SOURCES;
import static io.millrace.http.directory.PlantedCredential.isOk;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.EndpointSample;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Authors of definitions are warned of credentials in them, and masked ones overwrite nothing. */
class CredentialWarningTest {
  private static TestNode node;
  private static TestClient admin;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    admin = node.client;
    PlantedCredential.saveAll(admin);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void warns(JsonNode answer, String field, String better) {
    assertThat(answer.path("warnings")).hasSize(1);
    assertThat(answer.at("/warnings/0/field").asText()).isEqualTo(field);
    assertThat(answer.at("/warnings/0/reason").asText()).contains(better);
    assertThat(answer.path("warnings").toString()).doesNotContain(PLANTED);
  }

  @Test
  void whoSavesACredentialIsToldTheBetterWay() {
    JsonNode sources = isOk(admin.put("/sources", SOURCES));
    assertThat(sources.path("collections").asInt()).isEqualTo(4);
    assertThat(sources.path("warnings"))
        .extracting(it -> it.path("field").asText())
        .containsExactly(
            "sources.bank.collections[0].run.http.body.password",
            "sources.bank.collections[0].run.http.headers.Authorization",
            "sources.bank.collections[0].run.http.url",
            "sources.bank.collections[1].run.process[3]",
            "sources.bank.collections[2].run.pull.body.api_key");
    assertThat(sources.at("/warnings/1/reason").asText())
        .isEqualTo(
            "is a credential in plain text: save it as a secret (PUT"
                + " /projects/default/secrets/bank-authorization) and write \"Bearer"
                + " ${secret.bank-authorization}\" here");
    assertThat(sources.toString()).doesNotContain(PLANTED);
    warns(
        isOk(admin.put("/sites/isp", SITE)),
        "run.http.headers.Cookie",
        "(PUT /projects/default/secrets/isp-cookie) and write \"${secret.isp-cookie}\"");
    String step = "steps[0].run.http.headers.X-Api-Key";
    String better = "(PUT /projects/my%20reports/secrets/load-x-api-key)";
    warns(isOk(admin.put("/jobs", "application/yaml", JOB)), step, better);
    warns(isOk(admin.post("/jobs/check", "application/yaml", JOB)), step, better);
  }

  @Test
  void aLineOfAnImportIsWarnedOfByItsNumber() {
    JsonNode done =
        isOk(
            admin.post(
                "/import?update=true",
                "{\"client\": {\"id\": \"c\", \"name\": \"C\"}}\n{\"site\": "
                    + SITE.strip().replace("{\"provider\"", "{\"id\": \"isp\", \"provider\"")
                    + "}\n"));
    assertThat(done.path("rejected")).isEmpty();
    assertThat(done.path("warnings")).hasSize(1);
    assertThat(done.at("/warnings/0/line").asInt()).isEqualTo(2);
    assertThat(done.at("/warnings/0/field").asText()).isEqualTo("site.run.http.headers.Cookie");
    assertThat(done.path("more_warnings").asInt()).isZero();
    assertThat(done.toString()).doesNotContain(PLANTED);
  }

  @Test
  void theBetterWayIsNotWarnedOf() {
    JsonNode site =
        isOk(
            admin.put(
                "/sites/better",
                """
{"provider": "p", "project": "my p",
 "run": {"http": {"url": "http://127.0.0.1:9/", "headers": {"Cookie": "${secret.isp}"}}}}
"""));
    assertThat(site.has("warnings")).isFalse();
    assertThat(site.path("project").asText()).isEqualTo("my p");
    assertThat(node.as(Role.VIEWER).get("/sites/better").json()).isEqualTo(site);
    assertThat(admin.delete("/sites/better").status()).isEqualTo(204);
  }

  private static void isRefused(Answer answer, String field) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(400);
    assertThat(answer.json().path("errors"))
        .extracting(it -> it.path("field").asText())
        .contains(field);
    assertThat(answer.response().body()).contains("${secret.NAME}").contains("admin");
    assertThat(answer.response().body()).doesNotContain(PLANTED);
  }

  @Test
  void whatComesBackMaskedOverwritesNothing() {
    for (Role role : List.of(Role.OPERATOR, Role.ADMIN)) {
      TestClient seen = node.as(Role.OPERATOR);
      TestClient client = node.as(role);
      isRefused(
          client.put("/sources", seen.get("/sources").response().body()),
          "sources.bank.collections[0].run.http.headers.Authorization");
      isRefused(
          client.put("/sites/isp", seen.get("/sites/isp").response().body()),
          "run.http.headers.Cookie");
      Answer job = seen.get("/jobs/" + EndpointSample.JOB + "/definition");
      for (Answer answer :
          List.of(
              client.put("/jobs", "application/yaml", job.response().body()),
              client.post("/jobs/check", "application/yaml", job.response().body()))) {
        isRefused(answer, "steps[0].run.http.headers.X-Api-Key");
      }
      JsonNode done =
          isOk(
              client.post(
                  "/import?update=true",
                  "{\"site\": " + seen.get("/sites/isp").response().body() + "}\n"));
      assertThat(done.at("/rejected/0/field").asText()).isEqualTo("site.run.http.headers.Cookie");
    }
    assertThat(admin.get("/sources").response().body()).isEqualTo(SOURCES);
    assertThat(admin.get("/sites/isp").response().body()).contains(PLANTED);
    assertThat(admin.get("/jobs/" + EndpointSample.JOB).response().body()).contains(PLANTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{http: {url: 'http://u:PLANTED@h/'}}",
        "{http: {url: 'ftp://h/?token=PLANTED'}}",
        "{http: {url: 'http://127.0.0.1:9/', headrs: {Cookie: PLANTED}}}",
        "{http: {headers: {Cookie: PLANTED}}, noop: {}}",
        "{process: [x, '${secret.a}', --token, PLANTED]}"
      })
  void noRefusalRepeatsACredential(String run) {
    Answer refused =
        admin.put(
            "/sources",
            "sources: {a: {collections: [{name: c, run: %s}]}}"
                .formatted(run.replace("PLANTED", PLANTED)));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.response().body()).doesNotContain(PLANTED);
  }
}
