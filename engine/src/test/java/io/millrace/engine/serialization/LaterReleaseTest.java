package io.millrace.engine.serialization;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.LoggingTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.message.Message;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A node meets a message that only a later release knows: it says so, and goes on. */
class LaterReleaseTest {
  private static final String AKKAS_OWN = "akka.serialization.jackson.JacksonCborSerializer";

  /** As Akka's own serializer sends it: under its class name, which no table has. */
  private record OfALaterRelease(int number) implements Message {}

  private static ActorTestKit node(String settings) {
    return ActorTestKit.create(
        "millrace",
        ConfigFactory.parseString(
                """
                akka.actor.provider = remote
                akka.remote.use-unsafe-remote-features-outside-cluster = on
                akka.remote.warn-unsafe-watch-outside-cluster = off
                akka.actor.testkit.typed.filter-leeway = 30s
                akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                """
                    + settings)
            .withFallback(ConfigFactory.parseResources("serialization.conf"))
            .withFallback(ConfigFactory.load()));
  }

  @Test
  void aMessageOfALaterReleaseIsALineInTheLogAndTheNextOneArrives() {
    ActorTestKit earlier = node("");
    ActorTestKit later = node("akka.actor.serializers.jackson-cbor = " + AKKAS_OWN);
    try {
      TestProbe<Object> probe = earlier.createTestProbe();
      String address = ActorRefResolver.get(earlier.system()).toSerializationFormat(probe.ref());
      ActorRef<Object> remote = ActorRefResolver.get(later.system()).resolveActorRef(address);
      LoggingTestKit.error("Failed to deserialize message")
          .withCustom(
              event -> event.getThrowable().toString().contains("it was written by a later one"))
          .expect(
              earlier.system(),
              () -> {
                remote.tell(new OfALaterRelease(1));
                return null;
              });
      remote.tell("next");
      probe.expectMessage(Duration.ofSeconds(30), "next");
    } finally {
      later.shutdownTestKit();
      earlier.shutdownTestKit();
    }
  }
}
