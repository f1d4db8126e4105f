package io.millrace.http.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.outbound.OutboundRule;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What a setting accepts.
 *
 * @param accepted the same in words, after "must be"
 */
record SettingRule(String accepted, Predicate<ConfigValue> accepts) {
  private static final Pattern WHOLE = Pattern.compile("-?\\d{1,10}");
  private static final Pattern DURATION = Pattern.compile("\\d+\\s?(ms|s|m|h|d)");
  private static final Pattern SIZE = Pattern.compile("\\d+\\s?[kKMG]i?B?");
  private static final Set<ConfigValueType> SCALAR =
      Set.of(ConfigValueType.STRING, ConfigValueType.NUMBER, ConfigValueType.BOOLEAN);

  static final SettingRule FLAG =
      new SettingRule("true or false", value -> isRead(() -> config(value).getBoolean("it")));

  static final SettingRule TEXT = new SettingRule("text", value -> isScalar(value));

  static final SettingRule TEXTS =
      new SettingRule(
          "a list of texts, such as [\"a\", \"b\"]",
          value ->
              value instanceof ConfigList list && list.stream().allMatch(SettingRule::isScalar));

  /** Where requests may go to. */
  static final SettingRule ALLOW =
      new SettingRule(
          "a list of names, addresses, ranges, or names and addresses with a port, such as"
              + " [\"internal.example\", \"10.0.0.0/8\", \"127.0.0.1:9000\"]",
          value ->
              (isScalar(value) || TEXTS.accepts().test(value))
                  && isRead(() -> OutboundRule.entries(config(value), "it")));

  static final SettingRule HOST =
      new SettingRule(
          "a name or an address of this machine",
          value ->
              isScalar(value)
                  && !new InetSocketAddress(value.unwrapped().toString(), 0).isUnresolved());

  static final SettingRule DATABASE =
      new SettingRule(
          "empty, or a URL that begins with " + DatabaseUrl.SCHEME,
          value ->
              isScalar(value)
                  && (value.unwrapped().equals("")
                      || value.unwrapped().toString().startsWith(DatabaseUrl.SCHEME)));

  static final SettingRule LIST =
      new SettingRule("a list, in [ ]", value -> value instanceof ConfigList);

  static final SettingRule GROUP =
      new SettingRule("settings, in { }", value -> value.valueType() == ConfigValueType.OBJECT);

  static SettingRule whole(int least) {
    return whole("a whole number, " + least + " or more", least, Integer.MAX_VALUE);
  }

  static SettingRule whole(int least, int most) {
    return whole("a whole number from " + least + " to " + most, least, most);
  }

  private static SettingRule whole(String accepted, int least, int most) {
    return new SettingRule(
        accepted,
        value -> {
          String text = String.valueOf(value.unwrapped());
          return WHOLE.matcher(text).matches()
              && Long.parseLong(text) >= least
              && Long.parseLong(text) <= most;
        });
  }

  /** A part of something. */
  static final SettingRule SHARE =
      new SettingRule(
          "a number from 0 to 1",
          value ->
              isRead(
                  () -> {
                    double share = config(value).getDouble("it");
                    demand(share >= 0 && share <= 1);
                  }));

  /** A size of memory or of a disk. */
  static final SettingRule BYTES =
      new SettingRule(
          "a size, such as 8k or 256MB",
          value -> isRead(() -> demand(config(value).getBytes("it") >= 0)));

  /** A duration of more than nothing. */
  static SettingRule positive() {
    return duration("a duration of more than 0, such as 90s or 1h", Duration.ofNanos(1));
  }

  static SettingRule atLeast(Duration least, String words) {
    return duration("a duration of " + words + " or more, such as 90s or 30d", least);
  }

  private static SettingRule duration(String accepted, Duration least) {
    return new SettingRule(
        accepted,
        value ->
            isScalar(value)
                && isRead(
                    () -> demand(DurationSetting.of(config(value), "it").compareTo(least) >= 0)));
  }

  /** What a setting accepts whose default is this, if nothing more is known of it. */
  static SettingRule like(ConfigValue reference) {
    String text = String.valueOf(reference.unwrapped());
    return switch (reference.valueType()) {
      case NUMBER -> WHOLE.matcher(text).matches() ? whole(1) : SHARE;
      case BOOLEAN -> FLAG;
      case LIST -> LIST;
      case OBJECT -> GROUP;
      default ->
          DURATION.matcher(text).matches()
              ? positive()
              : SIZE.matcher(text).matches() ? BYTES : TEXT;
    };
  }

  private static boolean isScalar(ConfigValue value) {
    return SCALAR.contains(value.valueType());
  }

  private static Config config(ConfigValue value) {
    return value.atKey("it");
  }

  private static void demand(boolean possible) {
    if (!possible) {
      throw new ConfigException.Generic("out of bounds");
    }
  }

  private static boolean isRead(Runnable reader) {
    try {
      reader.run();
      return true;
    } catch (ConfigException | IllegalArgumentException refused) {
      return false;
    }
  }
}
