package io.millrace.engine.node;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.SingletonActor;
import com.typesafe.config.Config;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.outbound.OutboundRule;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.sql.PeriodicCalls;
import io.millrace.engine.worker.RunnerContext;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * The dependencies that all parts of a node's engine share.
 *
 * @param mayFire whether the clock can be trusted
 */
public record NodeContext(
    ActorSystem<?> system,
    DataSource dataSource,
    AsyncSql sql,
    Clock clock,
    Supplier<UUID> uids,
    MeterRegistry meters,
    BooleanSupplier mayFire)
    implements PeriodicCalls {

  /** The config of {@code millrace}. */
  public Config config() {
    return system.settings().config().getConfig("millrace");
  }

  /** Starts an actor that exists once in the cluster. It restarts after a failure, and moves. */
  <T> ActorRef<T> startSingleton(String name, Behavior<T> behavior, T stop) {
    Behavior<T> supervised = Behaviors.supervise(behavior).onFailure(SupervisorStrategy.restart());
    return ClusterSingleton.get(system)
        .init(SingletonActor.of(supervised, name).withStopMessage(stop));
  }

  /** The host and port of this node. */
  String address() {
    return system.address().hostPort().replace("millrace@", "");
  }

  /** The port of a node on its own is a new one at each start, but there is no other node. */
  RunnerContext forRunners() {
    Config config = config();
    String node = config.getString("cluster.host") + ":" + config.getInt("cluster.port");
    return new RunnerContext(config.getConfig("worker"), InstallationId.of(config), node, clock);
  }

  @Override
  public void repeat(Duration pause, AsyncSql.SqlCall<?> call) {
    system
        .scheduler()
        .scheduleWithFixedDelay(pause, pause, () -> sql.run(call), system.executionContext());
  }

  /** Where requests of this node may go: never to its own ports. */
  OutboundRule outboundRule() {
    Config all = system.settings().config();
    String management = "akka.management.http.port";
    return OutboundRule.of(
        config(), all.hasPath(management) ? Set.of(all.getInt(management)) : Set.of());
  }

  public Duration askTimeout() {
    return DurationSetting.of(config(), "ask-timeout");
  }
}
