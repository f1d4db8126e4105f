package io.millrace.engine.node;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent.MemberDowned;
import akka.cluster.ClusterEvent.MemberEvent;
import akka.cluster.ClusterEvent.MemberRemoved;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import akka.cluster.typed.Subscribe;
import io.millrace.engine.sql.AsyncSql;
import io.millrace.engine.sql.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Ends a node that the others went on without while it slept. Such a node believes that it is the
 * others who are gone, and would go on, too; messages of theirs need not reach it. So whoever sees
 * a node put out writes it down in the database, and every node looks there for itself.
 */
final class PutOut {
  private static final String WRITE =
      """
      with old as (delete from put_out where at < now() - interval '7 days')
      insert into put_out (node) values (?) on conflict do nothing
      """;

  private sealed interface Command {}

  private record Look() implements Command {}

  private record Looked(boolean out) implements Command {}

  private record Changed(MemberEvent event) implements Command {}

  private record Written(Throwable fault) implements Command {}

  private final ActorContext<Command> context;
  private final Cluster cluster;
  private final DataSource dataSource;
  private final AsyncSql sql;

  private PutOut(ActorContext<Command> context, DataSource dataSource, AsyncSql sql) {
    this.context = context;
    this.cluster = Cluster.get(context.getSystem());
    this.dataSource = dataSource;
    this.sql = sql;
  }

  /** As a node is called in the database. */
  static String name(Member member) {
    return member.address() + "#" + member.uniqueAddress().longUid();
  }

  static Behavior<Void> create(DataSource dataSource, AsyncSql sql, Duration every) {
    return Behaviors.<Command>setup(context -> new PutOut(context, dataSource, sql).start(every))
        .unsafeCast();
  }

  private Behavior<Command> start(Duration every) {
    cluster
        .subscriptions()
        .tell(
            Subscribe.create(
                context.messageAdapter(MemberEvent.class, Changed::new), MemberEvent.class));
    return Behaviors.withTimers(
        timers -> {
          timers.startTimerWithFixedDelay(new Look(), every);
          return Behaviors.receive(Command.class)
              .onMessage(Look.class, look -> look())
              .onMessage(Looked.class, this::looked)
              .onMessage(Changed.class, changed -> changed(changed.event()))
              .onMessage(Written.class, this::written)
              .build();
        });
  }

  private Behavior<Command> look() {
    String self = name(cluster.selfMember());
    context.pipeToSelf(
        sql.run(() -> isOut(self)), (out, away) -> new Looked(Boolean.TRUE.equals(out)));
    return Behaviors.same();
  }

  private boolean isOut(String node) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection).number("select count(*) from put_out where node = ?", node)
          > 0;
    }
  }

  private Behavior<Command> looked(Looked looked) {
    if (!looked.out()) {
      return Behaviors.same();
    }
    context
        .getLog()
        .error("The other nodes went on without this one while it did not answer: it ends");
    cluster.manager().tell(new Down(cluster.selfMember().address()));
    return Behaviors.empty();
  }

  private Behavior<Command> changed(MemberEvent event) {
    boolean out =
        event instanceof MemberDowned
            || event instanceof MemberRemoved removed
                && removed.previousStatus().equals(MemberStatus.down());
    if (out) {
      String node = name(event.member());
      context.pipeToSelf(sql.run(() -> write(node)), (done, fault) -> new Written(fault));
    }
    return Behaviors.same();
  }

  private int write(String node) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Statements(connection).update(WRITE, node);
    }
  }

  private Behavior<Command> written(Written written) {
    if (written.fault() != null) {
      context.getLog().warn("Could not write down who is put out: {}", written.fault().toString());
    }
    return Behaviors.same();
  }
}
