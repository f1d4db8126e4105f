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
 * What the trigger processor works with.
 *
 * @param jobs as this node knows them
 * @param changes the same jobs, by what has changed
 * @param look reads what has changed of the jobs on other nodes
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
    Clock clock) {}
