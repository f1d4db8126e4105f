package io.millrace.runners.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.millrace.engine.input.FieldError;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerConfigTest {
  private static final ContainerSettings SETTINGS =
      ContainerExecution.settings(
          "mounts = [\"/data/in:ro\", \"/data/out\", cache], max-memory = 4g, max-cpus = 2");

  @SuppressWarnings("unchecked")
  private static Map<String, Object> yaml(String text) throws Exception {
    return new ObjectMapper(new YAMLFactory()).readValue(text, Map.class);
  }

  private static List<String> errors(String text) throws Exception {
    return ContainerConfig.check(yaml(text), "run.container", SETTINGS).stream()
        .map(FieldError::toString)
        .toList();
  }

  @Test
  void everyFieldIsRead() throws Exception {
    Map<String, Object> config =
        yaml(
            "{image: 'reg.example:5000/a/b:1', command: [sh], args: [-c, x], env: {A: b},"
                + " workdir: /w, pull: Always, memory: 1.5 GB, cpus: 0.5, network: HOST, user:"
                + " '7:8', mounts: ['/data/in/x:/in:RO', 'cache:/c'], secrets_in: Files}");
    assertThat(ContainerConfig.check(config, "run", SETTINGS)).isEmpty();
    ContainerConfig read = ContainerConfig.of(config);
    assertThat(read.pull()).contains(PullPolicy.ALWAYS);
    assertThat(read.memory()).contains(3L << 29);
    assertThat(read.cpus()).contains(new BigDecimal("0.5"));
    assertThat(read.network()).contains("host");
    assertThat(read.secretsAsFiles()).isTrue();
    assertThat(read.mounts())
        .containsExactly(
            new ContainerMount("/data/in/x", "/in", true),
            new ContainerMount("cache", "/c", false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | run.container.image: must be the name of an image",
        "{image: 'a b'} | run.container.image = a b: must be the name of an image",
        "{image: a, imgae: b} | run.container.imgae = b: unknown field: the known fields are"
            + " image,",
        "{image: a, memory: lots} | run.container.memory = lots: must be a size of memory",
        "{image: a, memory: 5m} | run.container.memory = 5m: must be a size of memory",
        "{image: a, memory: 5g} | run.container.memory = 5g: is more than the 4 GiB",
        "{image: a, cpus: none} | run.container.cpus = none: must be a number of processors",
        "{image: a, cpus: 3} | run.container.cpus = 3: is more than the 2",
        "{image: a, pull: often} | run.container.pull = often: is not one of missing, always,"
            + " never",
        "{image: a, network: bridge} | run.container.network = bridge: is not allowed here",
        "{image: a, user: 'a b'} | run.container.user = a b: must be a user",
        "{image: a, workdir: tmp} | run.container.workdir = tmp: must be an absolute path",
        "{image: a, command: sh} | run.container.command = sh: must be a list of strings",
        "{image: a, args: [1]} | run.container.args[0] = 1: must be a string",
        "{image: a, args: ['${secret.x}']} | run.container.args[0] = ${secret.x}: is not allowed"
            + " here",
        "{image: a, env: {MILLRACE_X: b}} | run.container.env.MILLRACE_X: must not be set",
        "{image: a, mounts: ['/etc:/x']} | run.container.mounts[0] = /etc:/x: is not allowed here",
        "{image: a, mounts: ['/data/in:/x']} | run.container.mounts[0] = /data/in:/x: is not"
            + " allowed",
        "{image: a, mounts: ['/data/out/../..:/x']} | run.container.mounts[0] = /data/out/../..:/x:"
            + " must be source:target",
        "{image: a, mounts: ['/data/outer:/x']} | run.container.mounts[0] = /data/outer:/x: is not"
            + " allowed",
        "{image: a, mounts: ['/data/out/x:/x']} | run.container.mounts[0] = /data/out/x:/x: is not"
            + " allowed",
        "{image: a, mounts: ['/data/in/deep:/x']} | run.container.mounts[0] = /data/in/deep:/x: is"
            + " not allowed",
        "{image: a, mounts: ['/data/in/../../etc:/x:ro']} | run.container.mounts[0] ="
            + " /data/in/../../etc:/x:ro: must be source:target",
        "{image: a, mounts: ['cache:/millrace/secrets']} | run.container.mounts[0] ="
            + " cache:/millrace/secrets: must be source:target",
        "{image: a, cpus: -1} | run.container.cpus = -1: must be a number of processors",
        "{image: a, memory: -1g} | run.container.memory = -1g: must be a size of memory",
        "{image: a, mounts: /x} | run.container.mounts = /x: must be a list of strings",
        "{image: a, secrets_in: labels} | run.container.secrets_in = labels: is not one of env,"
            + " files",
      })
  void anErrorNamesTheFieldAndTheValue(String definition, String error) throws Exception {
    assertThat(errors(definition)).singleElement().asString().startsWith(error);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "user = \"1000\" | root | false",
        "user = \"1000\" | 0 | false",
        "user = \"1000\" | 1000:0 | false",
        "user = \"1000\" | 1000 | true",
        "user = \"1000\", users = [\"7:8\"] | 7:8 | true",
        "user = \"1000\", users = [\"7:8\"] | 7 | false",
        "users = [\"7:8\"] | root | false",
        "user = \"\" | root | true"
      })
  void aDefinitionNamesNoUserButThoseOfTheNode(String setting, String user, boolean allowed) {
    List<FieldError> errors =
        ContainerConfig.check(
            Map.of("image", "a", "user", user), "run", ContainerExecution.settings(setting));
    assertThat(errors).hasSize(allowed ? 0 : 1);
    if (!allowed) {
      assertThat(errors.get(0).toString()).startsWith("run.user = " + user + ": is not allowed");
    }
  }

  @Test
  void namesOfImagesHaveNoBlanksOrLineBreaks() throws Exception {
    for (String image : List.of("a\\nb", "a\\n", " a", "a\\tb", "", "-v", "a;b", "$(id)", "../a")) {
      assertThat(errors("{image: \"" + image + "\"}")).as(image).hasSize(1);
    }
  }

  @Test
  void variablesAndArgumentsThatLinuxDoesNotTakeAreRefused() {
    String big = "x".repeat(120_001);
    Map<String, Object> large = new TreeMap<>();
    IntStream.range(0, 100).forEach(i -> large.put("V" + i, "x".repeat(100_000)));
    assertThat(check(Map.of("image", "a", "env", Map.of("A", big))))
        .containsExactly("run.env.A: must have at most 120000 bytes");
    assertThat(check(Map.of("image", "a", "args", List.of(big))))
        .containsExactly("run.args[0]: must have at most 120000 bytes");
    assertThat(check(Map.of("image", "a", "env", large)))
        .containsExactly("run.env: must have at most 1000000 bytes, and has 10000390");
  }

  private static List<String> check(Map<String, Object> config) {
    return ContainerConfig.check(config, "run", SETTINGS).stream()
        .map(FieldError::toString)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "512m, 536870912",
    "1Gi, 1073741824",
    "2GB, 2147483648",
    "8388608, 8388608",
    "7M, 7340032"
  })
  void sizesAreReadAsPeopleWriteThem(String text, long bytes) {
    assertThat(MemorySize.parse(text)).contains(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "-1g", "1e3", "999999999999999999t", "1gg", "0"})
  void otherTextsAreNoSize(String text) {
    assertThat(MemorySize.parse(text)).isEmpty();
  }
}
