package io.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Akka 2.8.5 is the last that is Apache-2.0 for sure; later ones stop without a licence key. */
class AkkaPinTest {
  private static final Pattern AKKA_JAR =
      Pattern.compile(
          ".*/akka-(actor|cluster|persistence|remote|stream|slf4j|serialization|discovery|distributed|coordination|pki|protobuf|testkit)[a-z0-9-]*_2\\.13-([^/]+)\\.jar");

  @Test
  void everyAkkaModuleIsTheOneApacheLicensedVersion() {
    List<String> jars =
        Arrays.stream(System.getProperty("java.class.path").split(":"))
            .filter(jar -> AKKA_JAR.matcher(jar).matches())
            .filter(jar -> !jar.contains("akka-persistence-jdbc"))
            .toList();
    assertThat(jars).hasSizeGreaterThan(10);
    assertThat(jars).allSatisfy(jar -> assertThat(jar).endsWith("_2.13-2.8.5.jar"));
    assertThat(akka.Version.current()).isEqualTo("2.8.5");
  }
}
