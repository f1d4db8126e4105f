package io.millrace.http;

import com.typesafe.config.ConfigFactory;
import io.millrace.http.settings.Settings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** The program with its clock put forward or back, so that it starts at a time of our choice. */
public final class ShiftedMain {
  static final String STARTS_AT = "TEST_STARTS_AT";

  private ShiftedMain() {}

  public static void main(String[] args) {
    Clock system = Clock.systemUTC();
    Instant startsAt = Instant.parse(System.getenv(STARTS_AT));
    Node node =
        Node.start(
            ConfigFactory.parseString("millrace.clock.max-offset = 0s")
                .withFallback(Settings.load()),
            Clock.offset(system, Duration.between(system.instant(), startsAt)),
            System::nanoTime);
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "shutdown"));
    node.awaitTermination();
  }
}
