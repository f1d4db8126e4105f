package io.millrace.runners.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerSettingsTest {

  @Test
  void byDefaultContainersHaveLimitsAndNoMounts() {
    ContainerSettings settings =
        ContainerSettings.of(
            ConfigFactory.defaultReference().getConfig("millrace.worker.container"));
    assertThat(settings.memory()).isEqualTo(1L << 30);
    assertThat(settings.mounts()).isEmpty();
    assertThat(settings.networks()).doesNotContain("host");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "memory = 1x | memory",
        "cpus = many | cpus",
        "pull = often | pull",
        "network = other | network",
        "mounts = [\"a/b\"] | mounts",
        "mounts = [\"/a:ro\", \"/b\", \"/b/c:ro\"] | mounts': /b/c:ro is below"
            + " /b, where containers may write",
        "capabilities = [CHOWN, EVERYTHING] | capabilities': EVERYTHING is no capability",
        "call-within = 0s | call-within",
        "sweep-every = -1s | sweep-every",
        "files = 0 | files",
        "log-size = lots | log-size",
      })
  void aSettingThatIsWrongIsNamed(String setting, String name) {
    assertThatThrownBy(() -> ContainerExecution.settings(setting))
        .hasMessageContaining("millrace.worker.container." + name);
  }

  @Test
  void theEngineIsFoundAsItsToolsFindIt() {
    Set<String> sockets = Set.of("/run/podman/podman.sock", "/run/user/7/podman/podman.sock");
    assertThat(EngineAddress.find("/x.sock", Map.of(), sockets::contains))
        .contains("unix:///x.sock");
    assertThat(EngineAddress.find("", Map.of("DOCKER_HOST", "tcp://h:1"), sockets::contains))
        .contains("tcp://h:1");
    assertThat(EngineAddress.find("", Map.of(), sockets::contains))
        .contains("unix:///run/podman/podman.sock");
    assertThat(
            EngineAddress.find("", Map.of("XDG_RUNTIME_DIR", "/run/user/7"), p -> p.contains("7")))
        .contains("unix:///run/user/7/podman/podman.sock");
    assertThat(EngineAddress.find("", Map.of(), path -> false)).isEmpty();
  }
}
