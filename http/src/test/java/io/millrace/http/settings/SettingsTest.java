package io.millrace.http.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.outbound.OutboundRule;
import io.millrace.http.demo.Demo;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @TempDir private Path temp;

  private static Config load(String file) {
    return Settings.load(file, ConfigFactory.empty());
  }

  private String file(String text) throws Exception {
    return Files.writeString(temp.resolve("node.conf"), text).toString();
  }

  @Test
  void withoutAFileTheDefaultsHold() {
    Config settings = load(null);
    assertThat(settings.getInt("millrace.worker.slots")).isEqualTo(16);
    assertThat(settings.getString("akka.actor.provider")).isEqualTo("cluster");
    assertThat(load(" ")).isEqualTo(settings);
  }

  @Test
  void whatTheFileSaysWinsAndTheRestStays() throws Exception {
    Config settings =
        load(file("millrace {worker.slots = 3}\nakka.loglevel = DEBUG # of cluster.conf"));
    assertThat(settings.getInt("millrace.worker.slots")).isEqualTo(3);
    assertThat(settings.getString("akka.loglevel")).isEqualTo("DEBUG");
    assertThat(settings.getDuration("millrace.worker.heartbeat")).hasSeconds(3);
  }

  @Test
  void aFileMayReferToOtherSettings() throws Exception {
    Config settings = load(file("millrace.flow.max-concurrency = ${millrace.worker.slots}"));
    assertThat(settings.getInt("millrace.flow.max-concurrency")).isEqualTo(16);
  }

  @Test
  void whatIsGivenAsAConfigWins() {
    Config given = ConfigFactory.parseString("millrace.http.port = 0");
    assertThat(Settings.load(given).getInt("millrace.http.port")).isZero();
  }

  @Test
  void aTransactionLeftOpenEndsBeforeItsNodeCanBeFenced() {
    Config settings = load(null);
    Duration fencedAfter =
        settings
            .getDuration("akka.cluster.failure-detector.acceptable-heartbeat-pause")
            .plus(settings.getDuration("akka.cluster.split-brain-resolver.stable-after"));
    assertThat(settings.getDuration("millrace.db.open-transaction-timeout"))
        .isLessThan(fencedAfter);
  }

  @Test
  void theDemoReachesItsBanksAndNotTheNodeItself() throws Exception {
    Config demo = Demo.withBanks(load(file("millrace.outbound.allow = \"a.example\"")));
    OutboundRule rule = OutboundRule.of(demo.getConfig("millrace"), Set.of());

    assertThat(rule.allow()).hasSize(2);
    assertThat(rule.refusal(URI.create("http://127.0.0.1:41234/"))).isEmpty();
    assertThat(rule.refusal(URI.create("http://127.0.0.1:8080/"))).isPresent();
  }

  @Test
  void aUrlOfAnotherDatabaseIsRefusedWithoutItsPassword() throws Exception {
    String wrong = file("millrace.db.url = \"mysql://me:secret@host/db?password=secret\"");
    assertThatThrownBy(() -> load(wrong))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "millrace.db.url = mysql://***@host/db: must be empty, or a URL that begins with"
                + " jdbc:postgresql:; see %s: 1",
            wrong);
  }

  @Test
  void aBrokenFileIsRefusedByName() throws Exception {
    String broken = file("millrace { worker.slots = ");
    assertThatThrownBy(() -> load(broken))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("MILLRACE_CONFIG")
        .hasMessageContaining(broken);
  }

  @Test
  void aFileThatIsNotThereIsRefusedByName() {
    String missing = temp.resolve("missing.conf").toString();
    assertThatThrownBy(() -> load(missing))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(missing);
  }

  @Test
  void aFileThatRefersToNothingIsRefusedByName() throws Exception {
    String dangling = file("millrace.worker.slots = ${no.such.setting}");
    assertThatThrownBy(() -> load(dangling))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(dangling)
        .hasMessageContaining("no.such.setting");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "flywheel.internal.defaultRefreshesPerDay             | -1    | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.defaultRefreshesPerDay             | 2000  | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.defaultRefreshesPerDay             | 1.5   | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.defaultRefreshesPerDay             | often | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.defaultRefreshesPerDay             | null  | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.refreshesPerDay.client-a           | -1    | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.refreshesPerDay.client-a           | 2000  | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.refreshesPerDay.client-a           | 1.5   | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.refreshesPerDay.client-a           | often | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.refreshesPerDay.client-a           | null  | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.refreshesPerDay.\"a.b\"          | {}    | a whole number from 0 to"
            + " 1380",
        "flywheel.internal.refreshesPerDay                    | 4     | settings, in { }",
        "flywheel.internal.enabled                            | maybe | true or false",
        "flywheel.internal.throttling.minimumSecondsSinceLastRefresh | -1 | a whole number, 0 or"
            + " more",
        "flywheel.internal.throttling.minimumSecondsSinceLastRefresh | 20m | a whole number, 0 or"
            + " more",
        "flywheel.internal.throttling.minimumSecondsSinceMfaRequired | 0.5 | a whole number, 0 or"
            + " more",
        "flywheel.internal.throttling.blacklistedProviders    | evil  | a list of texts, such as"
            + " [\"a\", \"b\"]",
        "flywheel.internal.throttling.blacklistedProviders    | [{}]  | a list of texts, such as"
            + " [\"a\", \"b\"]",
        "flywheel.internal.throttling                         | 5     | settings, in { }",
        "outbound.allow                                       | [10.0.0.0/33] | a list of"
            + " names, addresses, ranges, or names and addresses with a port, such as"
            + " [\"internal.example\", \"10.0.0.0/8\", \"127.0.0.1:9000\"]",
        "flywheel.internal.maximumDaysSinceLastLogin          | -1    | a whole number, 0 or more",
        "flywheel.internal.catchUpWindow                      | soon  | a duration of 0s or more,"
            + " such as 90s or 30d",
        "flywheel.internal.catchUpWindow                      | -5m   | a duration of 0s or more,"
            + " such as 90s or 30d",
        "flywheel.internal.keepPlans                          | 1h    | a duration of 1d or more,"
            + " such as 90s or 30d",
        "worker.slots                                         | many  | a whole number, 0 or more",
        "worker.heartbeat                                     | 0s    | a duration of more than 0,"
            + " such as 90s or 1h",
        "flow.max-concurrency                                 | 0     | a whole number, 1 or more",
        "http.port                                            | 65536 | a whole number from 0 to"
            + " 65535",
        "http.host | [] | a name or an address of this machine",
        "http.host | nowhere.invalid | a name or an address of this machine",
        "cluster.host | nowhere.invalid | a name or an address of this machine",
        "data-dir                                             | null  | text",
        "http.token-share | 75% | a number from 0 to 1",
        "http.token-share | 2 | a number from 0 to 1",
        "http.body-rate | fast | a size, such as 8k or 256MB",
        "http.trusted-proxies | 127.0.0.1 | a list of texts, such as [\"a\", \"b\"]",
        "db.free-space.warn | lots | a size, such as 8k or 256MB",
        "history.log-lines                                    | 9     | a whole number, 10 or more",
        "webhooks.list                                        | none  | a list, in [ ]",
        "demo                                                 | perhaps | true or false",
      })
  void aWrongValueIsRefusedWithItsNameWhatIsAcceptedAndItsFile(
      String name, String value, String accepted) throws Exception {
    String wrong = file("# a comment\nmillrace." + name + " = " + value);
    assertThatThrownBy(() -> load(wrong))
        .isInstanceOf(StartException.class)
        .hasMessage("millrace.%s = %s: must be %s; see %s: 2", name, value, accepted, wrong);
  }

  @Test
  void aSecretThatIsWrongIsNotShown() throws Exception {
    String wrong = file("millrace.http.admin-token = [hunter2]");
    assertThatThrownBy(() -> load(wrong))
        .hasMessageContaining("millrace.http.admin-token: must be text")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void whatIsPossibleIsTaken() throws Exception {
    Config settings =
        load(
            file(
                """
                millrace.flywheel.internal {
                  defaultRefreshesPerDay = "0", refreshesPerDay { a = 1380, "b.c" = 0 }
                  catchUpWindow = 0s, enabled = off
                  throttling { minimumSecondsSinceLastRefresh = 0, blacklistedProviders = [a, 7] }
                }
                millrace.worker { slots = 0, drain = 0s, heartbeat = "1 minute 30 seconds" }
                millrace.http { body-within = 1h30m, body-rate = 1M, token-share = 1 }
                millrace.db.dispatcher.thread-pool-executor.fixed-pool-size = 3
                """));
    assertThat(settings.getInt("millrace.worker.slots")).isZero();
    assertThat(settings.getInt("millrace.flywheel.internal.refreshesPerDay.\"b.c\"")).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "flywheel.internal.defaultRefreshPerDay | flywheel.internal.defaultRefreshesPerDay",
        "flow.maxConcurrency                    | flow.max-concurrency",
        "worker.slot                            | worker.slots",
        "htpp                                   | http",
      })
  void aNameThatIsNotKnownIsSaidWithTheOneThatWasMeant(String given, String meant) {
    Config settings = ConfigFactory.parseString("millrace." + given + " = 1");
    assertThat(unknown(settings))
        .singleElement()
        .asString()
        .startsWith("There is no setting millrace." + given + ", see ")
        .endsWith("; did you mean millrace." + meant + "?");
  }

  @Test
  void aNameThatIsLikeNoOtherIsSaidAlone() {
    assertThat(unknown(ConfigFactory.parseString("millrace.zzz { yyy = 1 }")))
        .singleElement()
        .asString()
        .doesNotContain("mean");
    assertThat(unknown(ConfigFactory.empty())).isEmpty();
  }

  private static List<String> unknown(Config given) {
    Config reference = ConfigFactory.defaultReference();
    return SettingsCheck.check(given.withFallback(reference), reference);
  }
}
