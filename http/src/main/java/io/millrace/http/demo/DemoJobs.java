package io.millrace.http.demo;

import io.millrace.engine.job.JobDocument;
import io.millrace.engine.job.JobService;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The jobs of the demo: one that goes well, one that often does not, and one that waits for it. */
public final class DemoJobs {
  public static final UUID PRICES = UUID.fromString("d0000000-0000-4000-8000-000000000001");
  public static final UUID SETTLE = UUID.fromString("d0000000-0000-4000-8000-000000000002");
  public static final UUID CLOSE = UUID.fromString("d0000000-0000-4000-8000-000000000003");

  /** Every twenty seconds, spread out and joined again. */
  private static final String PRICES_TEXT =
      """
# Prices from three markets, joined, then checked and published.
id: %s
project: markets
name: prices
description: Prices of three markets, every twenty seconds.
triggers:
  - {name: ticker, start: %s, period: 20s, catchup: none}
steps:
  - name: Frankfurt
    depends: [trigger/ticker]
    pool: jobs
    run: {process: [sh, -c, "echo asking; sleep 3; echo '128 prices'"]}
  - name: London
    depends: [trigger/ticker]
    pool: jobs
    run: {process: [sh, -c, "echo asking; sleep 5; echo '211 prices'"]}
  - name: New York
    depends: [trigger/ticker]
    pool: jobs
    run: {process: [sh, -c, "echo asking; sleep 4; echo '502 prices'"]}
  - name: all markets
    depends: [step/Frankfurt, step/London, step/New York]
  - name: check
    depends: [step/all markets]
    pool: jobs
    run: {process: [sh, -c, "sleep 1; echo 841 prices are plausible"]}
  - name: index
    depends: [step/all markets]
    pool: jobs
    run: {process: [sh, -c, "sleep 2; echo the index is 4711"]}
  - name: publish
    depends: [step/check, step/index]
    pool: jobs
    run: {process: [sh, -c, "sleep 1; echo published"]}
""";

  /** Every second minute the match fails, and so do its retries. */
  private static final String SETTLE_TEXT =
      """
# Payments of the last minute: matched, and then booked; what cannot be matched is reported.
id: %s
project: ledger
name: settle
description: Payments of each minute. In every second one the match fails for good.
triggers:
  - {name: minute, start: %s, period: 1m, catchup: none}
steps:
  - {name: import, depends: [trigger/minute], pool: jobs, run: {process: [sh, -c, "echo reading; sleep 2; echo 42 payments"]}}
  - name: match
    depends: [step/import]
    pool: jobs
    timeout: 20s
    retry: {attempts: 3, delay: 8s}
    run: {process: [sh, -c, "m=$(echo $MILLRACE_LOGICAL_TIME | cut -c15-16); echo attempt $MILLRACE_ATTEMPT_NO; sleep 2; [ $((1$m %% 2)) -eq 0 ] || { echo '3 payments have no <owner>' >&2; exit 1; }"]}
  - {name: book, depends: [step/match], pool: jobs, run: {process: [sh, -c, "sleep 2; echo booked"]}}
  - {name: report, depends: [step/book], pool: jobs, run: {process: [sh, -c, "sleep 1; echo reported"]}}
  - {name: alarm, depends_failure: [step/match], pool: jobs, priority: high, run: {process: [sh, -c, "sleep 1; echo somebody was told"]}}
""";

  /**
   * In the minutes in which nothing was reported it waits in vain; its hourly fires were missed.
   */
  private static final String CLOSE_TEXT =
      """
# What was settled, compared with two minutes before; archived each hour.
id: %s
project: ledger
name: close
description: Waits for what settle reports. The hours before the demo began were missed, and can be fired by hand.
triggers:
  - {name: minute, start: %s, period: 1m, catchup: none}
  - {name: hourly, start: %s, period: 1h, catchup: none}
steps:
  - {name: now and before, depends: [trigger/minute, settle/step/report, settle/step/report@2m]}
  - {name: compare, depends: [step/now and before], pool: jobs, run: {process: [sh, -c, "sleep 2; echo 3 more than two minutes ago"]}}
  - {name: carry over, depends: [step/compare], pool: jobs, run: {process: [sh, -c, "sleep 1; echo carried over"]}}
  - {name: archive, depends: [trigger/hourly], pool: jobs, run: {process: [sh, -c, "sleep 3; echo archived"]}}
""";

  private DemoJobs() {}

  /** The missing jobs. What somebody has changed stays as it is. */
  public static CompletionStage<Void> put(JobService jobs, Instant now, String by) {
    Instant minute = now.truncatedTo(ChronoUnit.MINUTES);
    Instant hour = now.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(5));
    return put(jobs, PRICES, PRICES_TEXT.formatted(PRICES, minute), by)
        .thenCompose(done -> put(jobs, SETTLE, SETTLE_TEXT.formatted(SETTLE, minute), by))
        .thenCompose(done -> put(jobs, CLOSE, CLOSE_TEXT.formatted(CLOSE, minute, hour), by));
  }

  private static CompletionStage<Void> put(JobService jobs, UUID id, String text, String by) {
    return jobs.find(id)
        .thenCompose(
            there ->
                there.isPresent()
                    ? CompletableFuture.completedFuture(null)
                    : jobs.put(new JobDocument(text, "application/yaml"), by)
                        .thenApply(saved -> null));
  }
}
