package io.millrace.engine.trigger;

import io.millrace.engine.job.Jobs;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.token.Arrivals;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * What the trigger processor works with.
 *
 * @param jobs as this node knows them
 * @param look reads what has changed of the jobs, and gives the version that is known then
 */
public record TriggerContext(
    TriggerSettings settings,
    DataSource dataSource,
    AsyncSql sql,
    Jobs jobs,
    Supplier<CompletionStage<Long>> look,
    Arrivals arrivals,
    TriggerMeters meters,
    Clock clock) {}
