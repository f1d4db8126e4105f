package io.millrace.engine.notify;

import com.typesafe.config.Config;
import io.millrace.engine.clock.Backoff;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.outbound.OutboundRule;
import java.time.Duration;
import java.util.List;

/**
 * The webhooks, and how they are retried.
 *
 * @param attempts after this many attempts a notification is given up
 * @param delays the delays after failures
 * @param timeout how long a webhook may take to answer
 * @param keep how long notifications are kept, delivered or not
 */
public record WebhookSettings(
    List<Webhook> webhooks, int attempts, Backoff delays, Duration timeout, Duration keep) {

  /** Reads {@code millrace.webhooks}, and reports all errors at once. */
  public static WebhookSettings of(Config config, OutboundRule rule) {
    FieldErrors errors = new FieldErrors();
    Backoff delays =
        Backoff.doubling(
            duration(config, "first-delay", errors), duration(config, "max-delay", errors));
    WebhookSettings settings =
        new WebhookSettings(
            WebhookReader.read(config, rule, errors),
            config.getInt("attempts"),
            delays,
            duration(config, "timeout", errors),
            duration(config, "keep", errors));
    if (settings.attempts < 1) {
      errors.add(WebhookReader.PATH + ".attempts", settings.attempts, "must be at least 1");
    }
    errors.throwIfAny();
    return settings;
  }

  private static Duration duration(Config config, String name, FieldErrors errors) {
    Duration duration = DurationSetting.of(config, name);
    if (duration.isNegative() || duration.isZero()) {
      String value = config.getValue(name).unwrapped().toString();
      errors.add(WebhookReader.PATH + "." + name, value, "must be more than 0");
      return Duration.ZERO;
    }
    return duration;
  }
}
