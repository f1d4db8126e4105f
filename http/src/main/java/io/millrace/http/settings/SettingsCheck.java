package io.millrace.http.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Checks every setting of Millrace before anything starts. The reference says which there are, and
 * the default of a setting what it accepts, unless there is a rule for it here.
 */
final class SettingsCheck {
  private static final String ROOT = "millrace";
  private static final String FLYWHEEL = "millrace.flywheel.internal.";
  private static final SettingRule PORT = SettingRule.whole(0, 65_535);
  private static final SettingRule PER_DAY = SettingRule.whole(0, 1_380);
  private static final SettingRule ANY = SettingRule.atLeast(Duration.ZERO, "0s");
  private static final SettingRule A_DAY = SettingRule.atLeast(Duration.ofDays(1), "1d");

  private static final Map<String, SettingRule> RULES =
      Map.ofEntries(
          Map.entry("millrace.http.host", SettingRule.HOST),
          Map.entry("millrace.http.port", PORT),
          Map.entry("millrace.http.drain", ANY),
          Map.entry("millrace.http.body-bytes", SettingRule.BYTES),
          Map.entry("millrace.http.connections-per-address", SettingRule.whole(0)),
          Map.entry("millrace.http.file-reserve", SettingRule.whole(0)),
          Map.entry("millrace.http.trusted-proxies", SettingRule.TEXTS),
          Map.entry("millrace.http.wrong-tokens", SettingRule.whole(0)),
          Map.entry("millrace.cluster.host", SettingRule.HOST),
          Map.entry("millrace.cluster.port", PORT),
          Map.entry("millrace.outbound.allow", SettingRule.ALLOW),
          Map.entry("millrace.db.url", SettingRule.DATABASE),
          Map.entry("millrace.db.restarts", SettingRule.whole(0)),
          Map.entry("millrace.worker.slots", SettingRule.whole(0)),
          Map.entry("millrace.worker.drain", ANY),
          Map.entry("millrace.worker.process.environment", SettingRule.TEXTS),
          Map.entry("millrace.clock.max-offset", ANY),
          Map.entry("millrace.flow.deadline-grace", ANY),
          Map.entry("millrace.freshness.window", A_DAY),
          Map.entry("millrace.freshness.look-ahead", ANY),
          Map.entry("millrace.freshness.burn-notice", ANY),
          Map.entry("millrace.history.keep", A_DAY),
          Map.entry("millrace.history.keep-logs", A_DAY),
          Map.entry("millrace.history.log-lines", SettingRule.whole(10)),
          Map.entry(FLYWHEEL + "throttling.minimumSecondsSinceLastRefresh", SettingRule.whole(0)),
          Map.entry(FLYWHEEL + "throttling.minimumSecondsSinceMfaRequired", SettingRule.whole(0)),
          Map.entry(FLYWHEEL + "throttling.blacklistedProviders", SettingRule.TEXTS),
          Map.entry(FLYWHEEL + "defaultRefreshesPerDay", PER_DAY),
          Map.entry(FLYWHEEL + "maximumDaysSinceLastLogin", SettingRule.whole(0)),
          Map.entry(FLYWHEEL + "catchUpWindow", ANY),
          Map.entry(FLYWHEEL + "keepPlans", A_DAY));

  /** Settings by names that others choose, and what each of them accepts. */
  private static final Map<String, SettingRule> BY_NAME =
      Map.of(FLYWHEEL + "refreshesPerDay", PER_DAY);

  /** What Akka reads, and checks. */
  private static final String OF_AKKA = "millrace.db.dispatcher";

  private static final List<String> SECRET =
      List.of("password", "admin-token", "secret-key", "secret");

  private final Map<String, ConfigValue> known = new TreeMap<>();
  private final List<String> unknown = new ArrayList<>();

  private SettingsCheck(Config reference) {
    addKnown(ROOT, reference.getValue(ROOT));
  }

  /**
   * @param reference with its defaults only
   * @return a line for each setting that is not known
   * @throws StartException if one is wrong
   */
  static List<String> check(Config settings, Config reference) {
    SettingsCheck check = new SettingsCheck(reference);
    check.checkValue(ROOT, settings.getValue(ROOT));
    return check.unknown;
  }

  private void addKnown(String path, ConfigValue value) {
    known.put(path, value);
    if (value instanceof ConfigObject group && !path.equals(OF_AKKA)) {
      group.forEach((name, child) -> addKnown(child(path, name), child));
    }
  }

  private void checkValue(String path, ConfigValue value) {
    ConfigValue reference = known.get(path);
    if (reference == null) {
      String meant = nearest(path).map(other -> "; did you mean " + other + "?").orElse("");
      unknown.add("There is no setting " + path + ", " + from(value) + meant);
      return;
    }
    require(path, value, rule(path, reference));
    SettingRule byName = BY_NAME.get(path);
    if (byName != null) {
      ((ConfigObject) value).forEach((name, own) -> require(child(path, name), own, byName));
    } else if (value instanceof ConfigObject group && !path.equals(OF_AKKA)) {
      group.forEach((name, child) -> checkValue(child(path, name), child));
    }
  }

  private static SettingRule rule(String path, ConfigValue reference) {
    SettingRule own = RULES.get(path);
    return own == null ? SettingRule.like(reference) : own;
  }

  private static void require(String path, ConfigValue value, SettingRule rule) {
    if (value.valueType() == ConfigValueType.NULL || !rule.accepts().test(value)) {
      String shown = isSecret(path) ? "" : " = " + shown(value);
      throw new StartException(path + shown + ": must be " + rule.accepted() + "; " + from(value));
    }
  }

  /** A URL may have a password before its host or among its parameters. */
  private static String shown(ConfigValue value) {
    return String.valueOf(value.unwrapped())
        .replaceFirst("//[^/@]*@", "//***@")
        .replaceFirst("(://[^?]*)[?].*", "$1");
  }

  private static boolean isSecret(String path) {
    return SECRET.stream().anyMatch(name -> path.endsWith("." + name));
  }

  private static String from(ConfigValue value) {
    return "see " + value.origin().description();
  }

  /** What was probably meant. */
  private Optional<String> nearest(String path) {
    return known.keySet().stream()
        .min(Comparator.comparingInt(other -> distance(path, other)))
        .filter(other -> distance(path, other) <= Math.max(2, (path.length() - ROOT.length()) / 3));
  }

  /** How many letters have to be put in, left out or changed to get from one to the other. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }

  private static String child(String path, String name) {
    return path + "." + ConfigUtil.joinPath(name);
  }
}
