package io.millrace.engine.outbound;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Set;

/** Clients for tests whose services run on this machine. */
public final class OutboundKit {
  static final ActorSystem<Void> SYSTEM =
      ActorSystem.create(
          Behaviors.empty(),
          "outbound",
          ConfigFactory.parseString("akka.daemonic = on, akka.actor.provider = local")
              .withFallback(ConfigFactory.defaultReferenceUnresolved())
              .resolve());

  public static final OutboundClient TO_LOOPBACK =
      new OutboundClient(SYSTEM, rule("127.0.0.0/8", "::1"));

  private OutboundKit() {}

  static OutboundRule rule(String... allow) {
    return new OutboundRule(
        List.of(allow).stream().map(AllowListEntry::parse).toList(),
        false,
        Set.of(8080),
        address -> address.getHostAddress().equals("10.1.1.1"));
  }
}
