package io.millrace.http.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.BootstrapSetup;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.http.settings.Settings;
import io.millrace.http.settings.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who may join: those who know the secret, those with a certificate, or all if somebody says so.
 */
class ClusterAccessTest {
  private static final String TRANSPORT = "akka.remote.artery.transport";
  private static final String SECRET = "0123456789-abcdefghijklmnopqrstuvwxyz";

  @TempDir private Path temp;

  private static Config settings(String cluster) {
    return Settings.load(ConfigFactory.parseString("millrace.cluster {" + cluster + "}"));
  }

  private static ClusterAccess access(String cluster) {
    return ClusterAccess.of(settings(cluster).getConfig("millrace.cluster"));
  }

  private static Config shownToActors(String cluster) {
    Config config = settings(cluster);
    return ClusterAccess.of(config.getConfig("millrace.cluster"))
        .setup(config)
        .get(BootstrapSetup.class)
        .orElseThrow()
        .config()
        .get();
  }

  private static X509Certificate[] shown(ClusterSecret secret) {
    return new X509Certificate[] {NodeCertificate.make(secret::mark).certificate()};
  }

  private static ClusterSecret secret(String text) {
    return ClusterSecret.of(text, "here");
  }

  private static boolean trusts(ClusterSecret secret, X509Certificate[] shown) {
    try {
      new ClusterSecretTrust(secret).checkClientTrusted(shown, "EC");
      return true;
    } catch (CertificateException refused) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"seeds", "kubernetes"})
  void aNodeOfSeveralDoesNotStartWithoutAnythingThatKeepsStrangersOut(String join) {
    assertThatThrownBy(() -> access("join = " + join))
        .isInstanceOf(StartException.class)
        .hasMessageContainingAll(
            "MILLRACE_CLUSTER_SECRET",
            "MILLRACE_CLUSTER_SECRET_FILE",
            "MILLRACE_TLS_DIR",
            "MILLRACE_CLUSTER_INSECURE=true",
            "openssl rand -base64 32");
  }

  @Test
  void itStartsWithASecretACertificateOrTheWordThatItIsMeant() {
    assertThat(access("join = seeds, secret = \"" + SECRET + "\"").secret()).isPresent();
    assertThat(access("join = seeds, tls-dir = /tls"))
        .satisfies(access -> assertThat(access.secret()).isEmpty())
        .satisfies(access -> assertThat(access.isOpen()).isFalse());
    assertThat(access("join = seeds, insecure = true").isOpen()).isTrue();
  }

  @Test
  void aNodeOnItsOwnHasASecretThatNobodyElseHas() {
    ClusterSecret one = access("join = itself").secret().orElseThrow();
    ClusterSecret other = access("join = itself, insecure = true").secret().orElseThrow();
    assertThat(trusts(one, shown(one))).isTrue();
    assertThat(trusts(one, shown(other))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "secret = short,at least 32",
    "secret = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,different characters",
    "secret-file = /no/such/file,/no/such/file"
  })
  void aSecretThatCouldBeGuessedOrCannotBeReadIsRefused(String setting, String reason) {
    assertThatThrownBy(() -> access("join = seeds, " + setting))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("MILLRACE_CLUSTER_SECRET")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insecure = true, secret = \"" + SECRET + "\"",
        "insecure = true, secret-file = /x",
        "insecure = true, tls-dir = /x",
        "secret-file = /x, secret = \"" + SECRET + "\""
      })
  void whatContradictsItselfIsRefused(String settings) {
    assertThatThrownBy(() -> access("join = seeds, " + settings))
        .isInstanceOf(StartException.class)
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void aSecretOfAFileIsTheOneOfTheEnvironmentWhateverItsLastLineEndsWith() throws Exception {
    Path file = Files.writeString(temp.resolve("secret"), SECRET + "\n");
    ClusterSecret read =
        access("join = seeds, secret-file = \"" + file + "\"").secret().orElseThrow();
    assertThat(trusts(read, shown(secret(SECRET)))).isTrue();
  }

  @Test
  void aCertificateIsTrustedOnlyByWhoKnowsItsSecretAndOnlyWithItsOwnKey() throws Exception {
    ClusterSecret ours = secret(SECRET);
    X509Certificate[] shown = shown(ours);
    shown[0].verify(shown[0].getPublicKey());
    assertThat(trusts(secret(SECRET), shown)).isTrue();
    assertThat(trusts(secret(SECRET + "!"), shown)).isFalse();
    String stolen = ours.mark(shown[0].getPublicKey());
    NodeCertificate forged = NodeCertificate.make(key -> stolen);
    assertThat(trusts(ours, new X509Certificate[] {forged.certificate()})).isFalse();
  }

  @Test
  void theSettingsOfTheActorsDoNotShowTheSecret() {
    Config shown = shownToActors("join = seeds, secret = \"" + SECRET + "\"");
    assertThat(shown.root().render()).doesNotContain(SECRET);
    assertThat(shown.getString(TRANSPORT)).isEqualTo("tls-tcp");
    assertThat(secret(SECRET).toString()).doesNotContain(SECRET);
  }

  @Test
  void aNodeWithoutASecretSpeaksAsTheReleaseBeforeDid() {
    assertThat(shownToActors("join = seeds, insecure = true").getString(TRANSPORT))
        .isEqualTo("tcp");
  }
}
