package io.millrace.engine.refresh;

import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.YamlDocument;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.PolicyReader;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A sequence of steps on a user-site, with its expected state after each.
 *
 * @param steps lines of {@code time | what happens | attempt number, next refresh}; a time may have
 *     a number of days before it
 */
record UserSiteScenario(String name, String policyText, List<ScenarioLine> steps) {

  /** One step with its expected state. */
  record ScenarioLine(Instant at, String does, String then) {}

  private static final String DAILY =
      """
      schedule: "0 0 6,16 * * ?"
      timeout: 10m
      retry: {delays: [0s, 5m, 10m]}
      """;

  static Stream<UserSiteScenario> all() {
    return Stream.of(
        of(
            "success each time",
            DAILY,
            "00:00   | by hand | 1 running, 00:10",
            "00:03   | success | 0 idle, 06:00",
            "06:00   | due     | 1 running, 06:10",
            "06:02   | success | 0 idle, 16:00",
            "16:00   | due     | 1 running, 16:10",
            "16:05   | success | 0 idle, 1d06:00",
            "1d06:00 | due     | 1 running, 1d06:10"),
        of(
            "failures after 1, 2, 1 and 4 minutes",
            DAILY,
            "00:00 | by hand | 1 running, 00:10",
            "00:01 | failure | 1 idle, 00:01",
            "00:01 | due     | 2 running, 00:16",
            "00:03 | failure | 2 idle, 00:08",
            "00:07 | due     | 2 idle, 00:08", // woken too early
            "00:08 | due     | 3 running, 00:28",
            "00:09 | failure | 3 idle, 00:19",
            "00:19 | due     | 4 running, 06:00",
            "00:23 | failure | 0 idle, 06:00",
            "06:00 | due     | 1 running, 06:10"),
        of(
            "failures after 1, 2, 1 and 4 minutes, disabled when exhausted",
            DAILY + "when_exhausted: disable\n",
            "00:00 | by hand | 1 running, 00:10",
            "00:01 | failure | 1 idle, 00:01",
            "00:01 | due     | 2 running, 00:16",
            "00:03 | failure | 2 idle, 00:08",
            "00:08 | due     | 3 running, 00:28",
            "00:09 | failure | 3 idle, 00:19",
            "00:19 | due     | 4 running, 06:00",
            "00:23 | failure | 0 disabled, -",
            "06:00 | due     | 0 disabled, -",
            "06:30 | by hand | 0 disabled, -",
            "07:00 | saved   | 0 idle, 16:00"),
        of(
            "a timeout longer than the interval",
            "{schedule: every 30m, timeout: 1h}",
            "08:00 | by hand | 1 running, 09:30",
            "08:10 | success | 0 idle, 08:30"),
        of(
            "a retry of a run by hand gives way to a planned run, which has all its retries",
            "{schedule: '0 0 14 * * ?', timeout: 2h, retry: {delays: [30m]}}",
            "12:30 | by hand | 1 running, 15:00",
            "13:00 | failure | 1 idle, 14:00",
            "14:00 | due     | 1 running, 16:30",
            "14:05 | failure | 1 idle, 14:35"),
        of(
            "a planned run that takes the place of a retry counts as that retry",
            "{schedule: '0 0 10,14 * * ?', timeout: 2h, retry: {delays: [30m]}, when_exhausted:"
                + " disable}",
            "10:00 | due     | 1 running, 14:00",
            "11:45 | failure | 1 idle, 14:00",
            "14:00 | due     | 2 running, 1d10:00",
            "14:05 | failure | 0 disabled, -"),
        of(
            "a run by hand amid the retries uses none of them up",
            "{schedule: '0 0 6 * * ?', timeout: 10m, retry: {delays: [5m, 5m]}, when_exhausted:"
                + " disable}",
            "06:00 | due     | 1 running, 06:15",
            "06:01 | failure | 1 idle, 06:06",
            "06:02 | by hand | 1 running, 06:12", // the retry is due by then
            "06:03 | failure | 1 idle, 06:06",
            "06:03 | by hand | 1 running, 06:13",
            "06:04 | failure | 1 idle, 06:06",
            "06:05 | by hand | 1 running, 06:15",
            "06:15 | due     | 1 running, 06:25", // no report yet
            "06:17 | timeout | 1 idle, 06:17", // an overdue retry starts at once
            "06:17 | due     | 2 running, 06:32",
            "06:18 | failure | 2 idle, 06:23",
            "06:19 | by hand | 2 running, 06:29",
            "06:20 | canceled| 2 idle, 06:23",
            "06:21 | by hand | 2 running, 06:31",
            "06:22 | failure | 2 idle, 06:23",
            "06:23 | due     | 3 running, 1d06:00",
            "06:24 | failure | 0 disabled, -"),
        of(
            "a run by hand that succeeds ends the retries",
            "{schedule: '0 0 6 * * ?', timeout: 10m, retry: {delays: [5m, 5m]}}",
            "06:00   | due     | 1 running, 06:15",
            "06:01   | failure | 1 idle, 06:06",
            "06:02   | by hand | 1 running, 06:12",
            "06:03   | success | 0 idle, 1d06:00",
            "1d06:00 | due     | 1 running, 1d06:15"),
        of(
            "a run by hand that cannot be mended disables it, whatever is booked",
            "{schedule: '0 0 6 * * ?', timeout: 10m, retry: {delays: [5m]}}",
            "06:00 | due      | 1 running, 06:15",
            "06:01 | failure  | 1 idle, 06:06",
            "06:02 | by hand  | 1 running, 06:12",
            "06:03 | rejected | 0 disabled, -"),
        of(
            "a run by hand before a planned run that took the place of a retry",
            "{schedule: '0 0 10,14 * * ?', timeout: 2h, retry: {delays: [30m, 30m]}}",
            "10:00 | due     | 1 running, 14:00",
            "11:45 | failure | 1 idle, 14:00",
            "12:00 | by hand | 1 running, 1d10:00", // a run until its deadline at 14:00 is allowed
            "12:05 | failure | 1 idle, 14:00",
            "14:00 | due     | 2 running, 16:30"),
        of(
            "runs by hand alone do not disable it",
            "{schedule: '0 0 6 * * ?', timeout: 10m, when_exhausted: disable}",
            "00:00 | by hand | 1 running, 06:00",
            "00:01 | failure | 0 idle, 06:00",
            "00:02 | by hand | 1 running, 06:00",
            "00:03 | failure | 0 idle, 06:00",
            "06:00 | due     | 1 running, 1d06:00",
            "06:01 | failure | 0 disabled, -"),
        of(
            "one-off, no retries",
            "{timeout: 10m}",
            "09:00 | by hand | 1 running, -",
            "09:05 | failure | 0 idle, -"),
        of(
            "delays 0, 5 and 15 minutes",
            "{timeout: 10m, retry: {delays: [0s, 5m, 15m]}}",
            "10:00 | by hand | 1 running, 10:10",
            "10:01 | failure | 1 idle, 10:01",
            "10:01 | due     | 2 running, 10:16",
            "10:02 | failure | 2 idle, 10:07",
            "10:07 | due     | 3 running, 10:32",
            "10:08 | failure | 3 idle, 10:23",
            "10:23 | due     | 4 running, -",
            "10:24 | failure | 0 idle, -"),
        of(
            "a report with an old attempt uid",
            DAILY,
            "00:00 | by hand | 1 running, 00:10",
            "00:01 | stale   | 1 running, 00:10",
            "00:02 | failure | 1 idle, 00:02",
            "00:02 | due     | 2 running, 00:17",
            "00:03 | old     | 2 running, 00:17"),
        of(
            "a timeout is a failure like any other",
            DAILY,
            "00:00 | by hand | 1 running, 00:10",
            "00:10 | timeout | 1 idle, 00:10",
            "00:10 | due     | 2 running, 00:25"),
        of(
            "not retryable",
            DAILY,
            "00:00 | by hand  | 1 running, 00:10",
            "00:01 | rejected | 0 disabled, -",
            "06:00 | due      | 0 disabled, -",
            "06:30 | saved    | 0 idle, 16:00"),
        of(
            "canceled by a person",
            DAILY,
            "00:00 | by hand  | 1 running, 00:10",
            "00:01 | canceled | 0 idle, 06:00"),
        of(
            "nothing succeeds for as long as it takes to give up",
            "{schedule: '0 0 6 * * ?', timeout: 10m, give_up_after: 2d}",
            "06:00   | by hand | 1 running, 1d06:00",
            "06:01   | failure | 0 idle, 1d06:00",
            "1d06:00 | due     | 1 running, 2d06:00",
            "1d06:02 | failure | 0 idle, 2d06:00",
            "2d06:00 | due     | 1 running, 3d06:00",
            "2d06:02 | failure | 0 disabled, -"));
  }

  private static UserSiteScenario of(String name, String policy, String... lines) {
    return new UserSiteScenario(
        name, policy, Arrays.stream(lines).map(UserSiteScenario::step).toList());
  }

  private static ScenarioLine step(String line) {
    String[] cells = line.split("\\|");
    return new ScenarioLine(time(cells[0].strip()), cells[1].strip(), cells[2].strip());
  }

  static Instant time(String text) {
    int days = text.contains("d") ? Integer.parseInt(text.substring(0, text.indexOf('d'))) : 0;
    String clock = text.substring(text.indexOf('d') + 1);
    return Instant.parse("2026-03-01T" + clock + ":00Z").plusSeconds(days * 86_400L);
  }

  /** The state in the format of a line's third cell. */
  static String text(UserSite state) {
    String word =
        state.disabled() != null ? "disabled" : state.attempt() != null ? "running" : "idle";
    return state.attemptNo() + " " + word + ", " + text(state.refreshAt());
  }

  private static String text(Instant at) {
    if (at == null) {
      return "-";
    }
    long minutes = (at.getEpochSecond() - time("00:00").getEpochSecond()) / 60;
    String clock = "%02d:%02d".formatted(minutes / 60 % 24, minutes % 60);
    return minutes < 1440 ? clock : minutes / 1440 + "d" + clock;
  }

  Policy policy() {
    FieldErrors errors = new FieldErrors();
    Policy policy =
        PolicyReader.read(InputNode.root(YamlDocument.read(policyText, errors), errors));
    errors.throwIfAny();
    return policy;
  }

  @Override
  public String toString() {
    return name;
  }
}
