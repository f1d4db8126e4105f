package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  @TempDir private Path temp;

  private String file(String text) throws Exception {
    return Files.writeString(temp.resolve("node.conf"), text).toString();
  }

  @Test
  void withoutAFileTheDefaultsHold() {
    Config settings = Settings.load((String) null);
    assertThat(settings.getInt("millrace.worker.slots")).isEqualTo(16);
    assertThat(settings.getString("akka.actor.provider")).isEqualTo("cluster");
    assertThat(Settings.load(" ")).isEqualTo(settings);
  }

  @Test
  void whatTheFileSaysWinsAndTheRestStays() throws Exception {
    Config settings =
        Settings.load(file("millrace {worker.slots = 3}\nakka.loglevel = DEBUG # of cluster.conf"));
    assertThat(settings.getInt("millrace.worker.slots")).isEqualTo(3);
    assertThat(settings.getString("akka.loglevel")).isEqualTo("DEBUG");
    assertThat(settings.getDuration("millrace.worker.heartbeat")).hasSeconds(3);
  }

  @Test
  void aFileMayReferToOtherSettings() throws Exception {
    Config settings =
        Settings.load(file("millrace.flow.max-concurrency = ${millrace.worker.slots}"));
    assertThat(settings.getInt("millrace.flow.max-concurrency")).isEqualTo(16);
  }

  @Test
  void whatIsGivenAsAConfigWins() {
    Config given = ConfigFactory.parseString("millrace.http.port = 0");
    assertThat(Settings.load(given).getInt("millrace.http.port")).isZero();
  }

  @Test
  void aTransactionLeftOpenEndsBeforeItsNodeCanBePutOut() {
    Config settings = Settings.load((String) null);
    Duration putOut =
        settings
            .getDuration("akka.cluster.failure-detector.acceptable-heartbeat-pause")
            .plus(settings.getDuration("akka.cluster.split-brain-resolver.stable-after"));
    assertThat(settings.getDuration("millrace.db.open-transaction-timeout")).isLessThan(putOut);
  }

  @Test
  void aBrokenFileIsRefusedByName() throws Exception {
    String broken = file("millrace { worker.slots = ");
    assertThatThrownBy(() -> Settings.load(broken))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("MILLRACE_CONFIG")
        .hasMessageContaining(broken);
  }

  @Test
  void aFileThatIsNotThereIsRefusedByName() {
    String missing = temp.resolve("missing.conf").toString();
    assertThatThrownBy(() -> Settings.load(missing))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(missing);
  }

  @Test
  void aFileThatRefersToNothingIsRefusedByName() throws Exception {
    String dangling = file("millrace.worker.slots = ${no.such.setting}");
    assertThatThrownBy(() -> Settings.load(dangling))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(dangling)
        .hasMessageContaining("no.such.setting");
  }
}
