package io.millrace.http.demo;

import io.millrace.http.endpoint.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The directory of the demo, as lines of an import: 2,000 users over 8 sites. */
final class DemoDirectory {
  static final int USERS = 2_000;

  private static final List<String> SITES =
      List.of(
          "alpha-bank",
          "beta-bank",
          "gamma-card",
          "delta-broker",
          "epsilon-isp",
          "zeta-pension",
          "eta-energy",
          "theta-shop");

  private final String banks;
  private final Instant now;
  private final List<String> lines = new ArrayList<>();

  private DemoDirectory(String banks, Instant now) {
    this.banks = banks;
    this.now = now;
  }

  /**
   * @param banks where they answer
   */
  static String lines(String banks, Instant now) {
    DemoDirectory directory = new DemoDirectory(banks, now);
    directory.clients();
    directory.sites();
    for (int user = 0; user < USERS; user++) {
      directory.user(user);
    }
    return String.join("\n", directory.lines) + "\n";
  }

  private void clients() {
    add(
        "client",
        Map.of(
            "id",
            "budget-app",
            "name",
            "Budget App",
            "refreshes_per_day",
            30,
            "fresh",
            Map.of("within", "1h")));
    add(
        "client",
        Map.of(
            "id",
            "ledger-co",
            "name",
            "Ledger & Co",
            "refreshes_per_day",
            30,
            "requires_recent_login",
            true,
            "fresh",
            Map.of("within", "2h", "objective", "95%")));
  }

  private void sites() {
    site("alpha-bank", "BANKS", Map.of());
    site("beta-bank", "BANKS", Map.of("retry", Map.of("delays", List.of("15s", "1m", "5m"))));
    site("gamma-card", "CARDS", Map.of("retry", Map.of("attempts", 4, "delay", "20s")));
    site(
        "delta-broker",
        "BROKERS",
        Map.of("timeout", "12s", "retry", Map.of("delays", List.of("10s", "1m"))));
    site("epsilon-isp", "SCRAPERS", Map.of("scraping", true));
    site("zeta-pension", "SCRAPERS", Map.of("maintenance", true));
    site("eta-energy", "SCRAPERS", Map.of());
    // All of them at once, every four minutes: a queue to look at.
    site(
        "theta-shop",
        "SHOPS",
        Map.of("schedule", Map.of("every", "4m", "from", "2026-01-01T00:00:00Z")));
  }

  private void site(String id, String system, Map<String, Object> more) {
    Map<String, Object> site = new LinkedHashMap<>();
    site.put("id", id);
    site.put("provider", id.substring(id.indexOf('-') + 1));
    site.put("system", system);
    site.put("run", Map.of("http", Map.of("url", banks + id)));
    site.putAll(more);
    add("site", site);
  }

  /** Every user has a site; every second one has another. */
  private void user(int n) {
    String id = "user-%04d".formatted(n);
    Map<String, Object> user = new LinkedHashMap<>();
    user.put("id", id);
    user.put("client", n % 4 == 3 ? "ledger-co" : "budget-app");
    user.put("status", n % 40 == 7 ? "BLOCKED" : "ACTIVE");
    if (n % 5 != 4) {
      user.put("last_login", Json.time(now.minus(Duration.ofHours(n % 400))));
    }
    add("user", user);
    userSite(id, n % 8, n);
    if (n % 2 == 0) {
      userSite(id, (n / 8 + 3) % 8, n);
    }
  }

  private void userSite(String user, int site, int n) {
    Map<String, Object> userSite = new LinkedHashMap<>();
    userSite.put("id", user + "-" + SITES.get(site));
    userSite.put("user", user);
    userSite.put("site", SITES.get(site));
    userSite.put("status", n % 25 == 3 ? "STEP_NEEDED" : "CONNECTED");
    if (SITES.get(site).equals("epsilon-isp") && n % 3 == 0) {
      userSite.put("last_mfa_required_at", Json.time(now.minus(Duration.ofHours(1))));
    }
    add("user_site", userSite);
  }

  private void add(String kind, Map<String, Object> fields) {
    lines.add(Json.text(Map.of(kind, fields)));
  }
}
