package io.millrace.engine.trigger;

import io.millrace.engine.job.JobChanges;
import io.millrace.engine.job.Jobs;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.token.ArrivalSender;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * The dependencies of the trigger processor.
 *
 * @param jobs the jobs as this node knows them
 * @param changes the same jobs, by version of their last change
 * @param look reads the changes that other nodes have made to jobs
 * @param mayFire whether the clock can be trusted
 */
public record TriggerContext(
    TriggerSettings settings,
    DataSource dataSource,
    AsyncSql sql,
    Jobs jobs,
    JobChanges changes,
    Supplier<CompletionStage<Void>> look,
    ArrivalSender arrivals,
    TriggerMeters meters,
    BooleanSupplier mayFire,
    Clock clock) {

  public static TriggerContextBuilder builder() {
    return new TriggerContextBuilder();
  }
}
