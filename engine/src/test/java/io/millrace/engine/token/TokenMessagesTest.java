package io.millrace.engine.token;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.job.JobPriority;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskId;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TokenRow.TokenState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages between nodes survive serialization unchanged. */
class TokenMessagesTest {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00.123Z");

  @Test
  void everyMessageIsReadAsItWasWritten() {
    ActorTestKit kit =
        ActorTestKit.create(
            "millrace",
            ConfigFactory.parseString("akka.actor.provider = local")
                .withFallback(ConfigFactory.parseResources("serialization.conf"))
                .withFallback(ConfigFactory.load()));
    try {
      TestProbe<Object> probe = kit.createTestProbe();
      Stream.concat(commands(probe.ref()), replies())
          .forEach(message -> kit.serializationTestKit().verifySerialization(message, true));
    } finally {
      kit.shutdownTestKit();
    }
  }

  private static Stream<Object> commands(ActorRef<Object> any) {
    UUID uid = new UUID(1, 2);
    Arrival arrival =
        new Arrival(
            "step/a",
            TaskReason.CATCH_UP,
            JobPriority.BACKFILL,
            "[1]",
            12,
            new TaskOrder("7/daily", 3));
    return Stream.of(
        new TokenCommand.Arrive(arrival, any.narrow()),
        new TokenCommand.Wake(any.narrow(), null),
        new TokenCommand.EndAttempt(uid, Outcome.success("[1]"), any.narrow(), true),
        new TokenCommand.RunByHand(Urgency.RANGE, 12, true, any.narrow()),
        new TokenCommand.ResetSources(List.of("step/a"), 12, any.narrow()),
        new TokenCommand.Cancel(any.narrow()),
        new TokenCommand.Clear(any.narrow()),
        new TokenCommand.Remove(any.narrow()),
        new TokenCommand.GetState(any.narrow()),
        TokenCommand.Stop.INSTANCE);
  }

  private static Stream<Object> replies() {
    TokenId other = new TokenId(7, "load", AT);
    return Stream.of(
        new TokenCommand.RunReply(
            true, new TaskId("reports.job", "load", new UUID(1, 2)), true, null),
        new TokenCommand.ChangeReply(true),
        new TokenCommand.TokenStateReply(
            Token.NEW.toBuilder()
                .arrivals(Map.of("step/a", new StoredArrival(AT, Urgency.RANGE, "[1]", true)))
                .activation(new Activation(Urgency.RANGE, 1, null, AT, null))
                .last(TokenState.FAILED)
                .runs(1)
                .undelivered(
                    List.of(
                        new DownstreamDelivery(
                            Urgency.RANGE,
                            "[1]",
                            12,
                            List.of(new DownstreamDelivery.ArrivalTarget(other, "step/b")))))
                .deliverAt(AT)
                .changedAt(AT)
                .version(12)
                .build()));
  }
}
