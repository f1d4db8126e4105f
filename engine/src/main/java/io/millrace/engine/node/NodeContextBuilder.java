package io.millrace.engine.node;

import static java.util.Objects.requireNonNull;

import akka.actor.typed.ActorSystem;
import com.typesafe.config.Config;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.sql.AsyncSql;
import java.time.Clock;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link NodeContext}. Everything that can be absent may be left out. */
public final class NodeContextBuilder {
  private @Nullable ActorSystem<?> system;
  private @Nullable Config config;
  private @Nullable DataSource dataSource;
  private @Nullable AsyncSql sql;
  private @Nullable Clock clock;
  private @Nullable Supplier<UUID> uids;
  private @Nullable MeterRegistry meters;
  private @Nullable BooleanSupplier mayFire;

  NodeContextBuilder() {}

  public NodeContextBuilder system(ActorSystem<?> system) {
    this.system = system;
    return this;
  }

  public NodeContextBuilder config(Config config) {
    this.config = config;
    return this;
  }

  public NodeContextBuilder dataSource(DataSource dataSource) {
    this.dataSource = dataSource;
    return this;
  }

  public NodeContextBuilder sql(AsyncSql sql) {
    this.sql = sql;
    return this;
  }

  public NodeContextBuilder clock(Clock clock) {
    this.clock = clock;
    return this;
  }

  public NodeContextBuilder uids(Supplier<UUID> uids) {
    this.uids = uids;
    return this;
  }

  public NodeContextBuilder meters(MeterRegistry meters) {
    this.meters = meters;
    return this;
  }

  public NodeContextBuilder mayFire(BooleanSupplier mayFire) {
    this.mayFire = mayFire;
    return this;
  }

  public NodeContext build() {
    return new NodeContext(
        requireNonNull(system, "system"),
        requireNonNull(config, "config"),
        requireNonNull(dataSource, "dataSource"),
        requireNonNull(sql, "sql"),
        requireNonNull(clock, "clock"),
        requireNonNull(uids, "uids"),
        requireNonNull(meters, "meters"),
        requireNonNull(mayFire, "mayFire"));
  }
}
