package io.millrace.engine.simulate;

import io.millrace.engine.flywheel.FlywheelSettings;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.refresh.ThrottlingSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the flywheel that a simulation assumes. An absent one is as configured.
 *
 * @param refreshesPerDay by client; it goes before the client's own number
 */
public record FlywheelChanges(
    @Nullable Boolean enabled,
    @Nullable Integer defaultRefreshesPerDay,
    Map<String, Integer> refreshesPerDay,
    @Nullable Integer maximumDaysSinceLastLogin,
    @Nullable Integer minimumSecondsSinceLastRefresh,
    @Nullable Set<String> blacklistedProviders) {
  public static final FlywheelChanges NONE =
      new FlywheelChanges(null, null, Map.of(), null, null, null);

  private static final int MOST_REFRESHES = 1_380;
  private static final int MOST_DAYS = 36_500;
  private static final int MOST_SECONDS = 86_400 * 365;

  public FlywheelChanges {
    refreshesPerDay = Map.copyOf(refreshesPerDay);
  }

  /** Reads the changes. Errors are collected. */
  static FlywheelChanges read(InputNode node) {
    node.isMappingOf(
        "enabled",
        "defaultRefreshesPerDay",
        "refreshesPerDay",
        "maximumDaysSinceLastLogin",
        "minimumSecondsSinceLastRefresh",
        "blacklistedProviders");
    Map<String, Integer> perDay = new HashMap<>();
    node.optional("refreshesPerDay")
        .ifPresent(
            clients ->
                clients.eachField(
                    (client, n) ->
                        n.whole(0, MOST_REFRESHES).ifPresent(each -> perDay.put(client, each))));
    Set<String> providers = new HashSet<>();
    boolean isGiven =
        node.optional("blacklistedProviders")
            .map(
                list -> {
                  list.eachItem(item -> item.text(text -> text).ifPresent(providers::add));
                  return true;
                })
            .orElse(false);
    return new FlywheelChanges(
        node.optional("enabled").flatMap(InputNode::flag).orElse(null),
        whole(node, "defaultRefreshesPerDay", MOST_REFRESHES),
        perDay,
        whole(node, "maximumDaysSinceLastLogin", MOST_DAYS),
        whole(node, "minimumSecondsSinceLastRefresh", MOST_SECONDS),
        isGiven ? Set.copyOf(providers) : null);
  }

  private static @Nullable Integer whole(InputNode node, String field, int most) {
    return node.optional(field).flatMap(value -> value.whole(0, most)).orElse(null);
  }

  /** The configured settings with these changes. */
  FlywheelSettings appliedTo(FlywheelSettings configured) {
    ThrottlingSettings rules = configured.throttling();
    Map<String, Integer> perDay = new HashMap<>(configured.refreshesPerDay());
    perDay.putAll(refreshesPerDay);
    return new FlywheelSettings(
        enabled == null ? configured.enabled() : enabled,
        new ThrottlingSettings(
            blacklistedProviders == null ? rules.blacklistedProviders() : blacklistedProviders,
            minimumSecondsSinceLastRefresh == null
                ? rules.minimumSinceLastRefresh()
                : Duration.ofSeconds(minimumSecondsSinceLastRefresh),
            rules.minimumSinceMfa()),
        defaultRefreshesPerDay == null
            ? configured.defaultRefreshesPerDay()
            : defaultRefreshesPerDay,
        perDay,
        maximumDaysSinceLastLogin == null
            ? configured.maximumSinceLastLogin()
            : Duration.ofDays(maximumDaysSinceLastLogin),
        configured.catchUpWindow(),
        configured.keepPlans());
  }

  /** How often a client is refreshed, if that is assumed; else its own number. */
  @Nullable Integer ownRefreshesPerDay(String client, @Nullable Integer own) {
    return refreshesPerDay.getOrDefault(client, own);
  }
}
