package io.millrace.engine.trigger;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.job.JobChanges;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.token.ArrivalSender;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link TriggerContext}. All of them are required. */
public final class TriggerContextBuilder {
  private @Nullable TriggerSettings settings;
  private @Nullable DataSource dataSource;
  private @Nullable AsyncSql sql;
  private @Nullable Jobs jobs;
  private @Nullable JobChanges changes;
  private @Nullable Supplier<CompletionStage<Void>> look;
  private @Nullable ArrivalSender arrivals;
  private @Nullable TriggerMeters meters;
  private @Nullable BooleanSupplier mayFire;
  private @Nullable Clock clock;

  TriggerContextBuilder() {}

  public TriggerContextBuilder settings(TriggerSettings settings) {
    this.settings = settings;
    return this;
  }

  public TriggerContextBuilder dataSource(DataSource dataSource) {
    this.dataSource = dataSource;
    return this;
  }

  public TriggerContextBuilder sql(AsyncSql sql) {
    this.sql = sql;
    return this;
  }

  public TriggerContextBuilder jobs(Jobs jobs) {
    this.jobs = jobs;
    return this;
  }

  public TriggerContextBuilder changes(JobChanges changes) {
    this.changes = changes;
    return this;
  }

  public TriggerContextBuilder look(Supplier<CompletionStage<Void>> look) {
    this.look = look;
    return this;
  }

  public TriggerContextBuilder arrivals(ArrivalSender arrivals) {
    this.arrivals = arrivals;
    return this;
  }

  public TriggerContextBuilder meters(TriggerMeters meters) {
    this.meters = meters;
    return this;
  }

  public TriggerContextBuilder mayFire(BooleanSupplier mayFire) {
    this.mayFire = mayFire;
    return this;
  }

  public TriggerContextBuilder clock(Clock clock) {
    this.clock = clock;
    return this;
  }

  public TriggerContext build() {
    return new TriggerContext(
        requireNonNull(settings, "settings"),
        requireNonNull(dataSource, "dataSource"),
        requireNonNull(sql, "sql"),
        requireNonNull(jobs, "jobs"),
        requireNonNull(changes, "changes"),
        requireNonNull(look, "look"),
        requireNonNull(arrivals, "arrivals"),
        requireNonNull(meters, "meters"),
        requireNonNull(mayFire, "mayFire"),
        requireNonNull(clock, "clock"));
  }
}
