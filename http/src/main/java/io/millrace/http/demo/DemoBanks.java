package io.millrace.http.demo;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.Http;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.PathMatchers;
import akka.http.javadsl.server.Route;
import akka.http.javadsl.unmarshalling.Unmarshaller;
import akka.pattern.Patterns;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/** The banks of the demo: on this machine, slow, and often out of sorts. */
final class DemoBanks extends AllDirectives {
  /**
   * How a bank is; shares are in percent.
   *
   * @param slowest of its answers, in milliseconds
   * @param busy answered 503
   * @param throttled answered 429
   * @param gone answered 404, which is for good
   * @param silent not answered in time
   */
  private record BankBehavior(int slowest, int busy, int throttled, int gone, int silent) {}

  private static final Map<String, BankBehavior> BANKS =
      Map.of(
          "alpha-bank", new BankBehavior(9_000, 2, 0, 0, 0),
          "beta-bank", new BankBehavior(10_000, 25, 0, 0, 0),
          "gamma-card", new BankBehavior(7_000, 4, 12, 0, 0),
          "delta-broker", new BankBehavior(9_000, 2, 0, 0, 15),
          "eta-energy", new BankBehavior(6_000, 3, 0, 2, 0));
  private static final BankBehavior OTHER = new BankBehavior(3_000, 1, 0, 0, 0);
  private static final Duration FOR_EVER = Duration.ofMinutes(2);

  private final ActorSystem<?> system;

  private DemoBanks(ActorSystem<?> system) {
    this.system = system;
  }

  /** Where they are: {@code http://127.0.0.1:41234/}. */
  static String open(ActorSystem<?> system) {
    var binding =
        Http.get(system)
            .newServerAt("127.0.0.1", 0)
            .bind(new DemoBanks(system).routes())
            .toCompletableFuture()
            .join();
    binding.addToCoordinatedShutdown(Duration.ofSeconds(1), system);
    return "http://127.0.0.1:" + binding.localAddress().getPort() + "/";
  }

  private Route routes() {
    return path(
        PathMatchers.segment(),
        bank ->
            post(
                () ->
                    entity(
                        Unmarshaller.entityToString(),
                        asked -> refresh(BANKS.getOrDefault(bank, OTHER)))));
  }

  private Route refresh(BankBehavior bank) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int drawn = random.nextInt(100);
    boolean silent = drawn >= 100 - bank.silent();
    Duration after =
        silent ? FOR_EVER : Duration.ofMillis(random.nextInt(bank.slowest() / 4, bank.slowest()));
    return completeWithFuture(
        Patterns.after(
            after,
            system.classicSystem(),
            () -> CompletableFuture.completedFuture(answer(bank, drawn))));
  }

  private static HttpResponse answer(BankBehavior bank, int drawn) {
    HttpResponse answer = HttpResponse.create();
    if (drawn < bank.busy()) {
      return answer.withStatus(StatusCodes.SERVICE_UNAVAILABLE);
    }
    if (drawn < bank.busy() + bank.throttled()) {
      return answer
          .withStatus(StatusCodes.TOO_MANY_REQUESTS)
          .addHeader(RawHeader.create("Retry-After", "45"));
    }
    return drawn < bank.busy() + bank.throttled() + bank.gone()
        ? answer.withStatus(StatusCodes.NOT_FOUND)
        : answer.withEntity("42 transactions");
  }
}
