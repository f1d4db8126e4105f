package io.millrace.http.directory;

import io.millrace.engine.refresh.NextRefresh;
import io.millrace.engine.wait.RefreshWait;
import io.millrace.http.endpoint.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What comes next, as the API shows it: the same words in explanations and lists. */
public final class NextEventJson {
  private NextEventJson() {}

  /**
   * @param at absent if only a person can make something happen
   */
  public static Map<String, Object> event(@Nullable Instant at, String what, String text) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", Json.time(at));
    json.put("what", what);
    json.put("text", text);
    json.put("skips", List.of());
    return json;
  }

  /**
   * What will really run.
   *
   * @param attemptNo the number of the attempt, if it is a retry
   */
  public static Map<String, Object> coming(NextRefresh coming, int attemptNo) {
    Map<String, Object> json =
        coming.at() == null
            ? event(
                null,
                "nothing",
                coming.skips().isEmpty()
                    ? "Nothing is booked, and the plan of today has no more minutes for it"
                    : RefreshWait.text(coming))
            : event(coming.at(), coming.reason().text(), text(coming, attemptNo));
    json.put("skips", skips(coming));
    return json;
  }

  private static String text(NextRefresh coming, int attemptNo) {
    String text =
        switch (coming.reason()) {
          case PLAN -> "The minute of its user in the plan";
          case RETRY -> "Attempt " + attemptNo + ", a retry";
          default -> "Planned by its schedule";
        };
    return coming.skips().isEmpty() ? text : text + ". " + RefreshWait.text(coming);
  }

  static List<Map<String, Object>> skips(NextRefresh coming) {
    return coming.skips().stream().map(NextEventJson::skip).toList();
  }

  private static Map<String, Object> skip(NextRefresh.SkippedTime skipped) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", Json.time(skipped.at()));
    json.put("what", skipped.reason().text());
    json.put("rule", skipped.rule());
    json.put("until", Json.time(skipped.until()));
    return json;
  }
}
