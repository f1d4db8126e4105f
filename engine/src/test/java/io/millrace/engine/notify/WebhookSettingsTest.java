package io.millrace.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.outbound.OutboundRule;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSettingsTest {
  private static final String SECRET = "0123456789abcdef";

  private static WebhookSettings settings(String given) {
    Config config =
        ConfigFactory.parseString(given)
            .withFallback(ConfigFactory.defaultReferenceUnresolved())
            .resolve();
    return WebhookSettings.of(
        config.getConfig("millrace.webhooks"),
        OutboundRule.of(config.getConfig("millrace"), Set.of()));
  }

  private static WebhookSettings list(String items) {
    return settings("millrace.webhooks.list = [" + items + "]");
  }

  @Test
  void withoutAnyThereAreNoWebhooksAndTheDefaultsHold() {
    WebhookSettings settings = settings("");
    assertThat(settings.webhooks()).isEmpty();
    assertThat(settings.attempts()).isEqualTo(12);
    assertThat(settings.delays().first()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.delays().longest()).isEqualTo(Duration.ofHours(1));
    assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.keep()).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void aWebhookAtAnAddressThatIsClosedIsRefusedAndTheSettingIsNamed() {
    String webhook = "{name = a, url = \"http://127.0.0.1:9/\", secret = \"0123456789abcdef\"}";

    assertThatThrownBy(() -> list(webhook))
        .hasMessageContaining("millrace.webhooks.list[0].url")
        .hasMessageContaining("millrace.outbound.allow");
    assertThat(
            settings(
                    "millrace { outbound.allow = [\"127.0.0.1\"], webhooks.list = ["
                        + webhook
                        + "] }")
                .webhooks())
        .hasSize(1);
  }

  @Test
  void aWebhookWantsWhatItNamesOrEverything() {
    WebhookSettings settings =
        list(
            """
            {name = ops, url = "https://ops.example/hook", secret = "0123456789abcdef",
             kinds = [disabled, minutes-missed]},
            {name = all, url = "http://10.0.0.1:9/", secret = "0123456789abcdef"}
            """);
    assertThat(settings.webhooks())
        .containsExactly(
            new Webhook(
                "ops",
                URI.create("https://ops.example/hook"),
                SECRET,
                Set.of(Kind.DISABLED, Kind.MINUTES_MISSED)),
            new Webhook(
                "all", URI.create("http://10.0.0.1:9/"), SECRET, EnumSet.allOf(Kind.class)));
  }

  @Test
  void twoVariablesMakeOneNamedDefault() {
    // These settings stand for environment variables, which a test cannot set.
    WebhookSettings settings =
        settings(
            "MILLRACE_WEBHOOK_URL = \"http://a.example/\"\nMILLRACE_WEBHOOK_SECRET = " + SECRET);
    assertThat(settings.webhooks())
        .containsExactly(
            new Webhook(
                "default", URI.create("http://a.example/"), SECRET, EnumSet.allOf(Kind.class)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{url = \"http://a/\", secret = S}|list[0].name: is required",
        "{name = \"\", url = \"http://a/\", secret = S}|list[0].name = : must not be empty",
        "{name = a, secret = S}|list[0].url: is required",
        "{name = a, url = \"a.example\", secret = S}|list[0].url = a.example: must be a full http",
        "{name = a, url = \"ftp://a/\", secret = S}|list[0].url = ftp://a/: must be a full http",
        "{name = a, url = \"http://a b/\", secret = S}|list[0].url = http://a b/: must be a full",
        "{name = a, url = \"http://me:pw@a/\", secret = S}|list[0].url: must not contain",
        "{name = a, url = \"http://a/\"}|list[0].secret: must be text of at least 16 characters",
        "{name = a, url = \"http://a/\", secret = S, kinds = [x]}|list[0].kinds[0] = x: is not one",
        "{name = a, url = \"http://a/\", secret = S, kinds = []}|list[0].kinds = []: must name",
        "{name = a, url = \"http://a/\", secret = S, kind = x}|list[0].kind = x: is not a known",
        "{name = a, url = \"http://a/\", secret = S}, {name = a, url = \"http://b/\", secret = S}"
            + "|list[1].name = a: is already the name of another webhook",
        "7|list[0] = 7: must be a mapping",
      })
  void aWrongWebhookIsRefusedByTheNameOfItsSetting(String items, String error) {
    assertThatThrownBy(() -> list(items.replace("S", SECRET)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("millrace.webhooks." + error);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attempts = 0|attempts = 0: must be at least 1",
        "timeout = 0s|timeout = 0s: must be more than 0",
        "keep = -1d|keep = -1d: must be more than 0",
        "default.url = \"http://a/\"|default.secret: must be text of at least 16 characters",
        "default.secret = 0123456789abcdef|default.url = : must be a full http or https address",
      })
  void aWrongSettingIsRefusedByName(String setting, String error) {
    assertThatThrownBy(() -> settings("millrace.webhooks." + setting))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("millrace.webhooks." + error);
  }

  @Test
  void theNameDefaultIsTakenOnce() {
    String hook = "url = \"http://a/\", secret = \"" + SECRET + "\"";
    assertThatThrownBy(
            () ->
                settings(
                    "millrace.webhooks {list = [{name = default, %1$s}], default {%1$s}}"
                        .formatted(hook)))
        .hasMessage("millrace.webhooks.default: is already the name of another webhook");
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(() -> settings("millrace.webhooks {list = [{}], attempts = 0}"))
        .hasMessageContaining("list[0].name")
        .hasMessageContaining("list[0].url")
        .hasMessageContaining("list[0].secret")
        .hasMessageContaining("attempts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret = hush-hush", "secret = [hush-hush]"})
  void aSecretIsNeverShown(String secret) {
    assertThatThrownBy(() -> list("{name = a, url = \"http://a/\", " + secret + "}"))
        .hasMessageContaining("list[0].secret")
        .message()
        .doesNotContain("hush-hush");
    WebhookSettings fine = list("{name = a, url = \"http://a/\", secret = hush-hush-hush-hush}");
    assertThat(fine.toString()).doesNotContain("hush");
  }
}
