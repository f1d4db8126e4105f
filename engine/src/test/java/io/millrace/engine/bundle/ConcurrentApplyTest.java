package io.millrace.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.bundle.BundleService.BundleRequest;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.input.VersionConflictException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of those who compared the same state, one applies and the others are refused. */
class ConcurrentApplyTest {
  private static final int RIVALS = 4;
  private static final int ROUNDS = 6;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void oneOfThemIsApplied(long seed) throws Exception {
    Random random = new Random(seed);
    BundleKit kit = new BundleKit();
    ExecutorService threads = Executors.newFixedThreadPool(RIVALS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        List<BundleRequest> requests = new ArrayList<>();
        for (int rival = 0; rival < RIVALS; rival++) {
          requests.add(request(random, rival + 1));
        }
        List<String> versions =
            requests.stream().map(request -> kit.diff(request).changes().version()).toList();
        CyclicBarrier together = new CyclicBarrier(RIVALS);
        List<Future<Boolean>> results = new ArrayList<>();
        for (int rival = 0; rival < RIVALS; rival++) {
          BundleRequest request = requests.get(rival);
          ExpectedVersion expected = new ExpectedVersion(List.of(versions.get(rival)));
          results.add(
              threads.submit(
                  () -> {
                    together.await();
                    return isApplied(() -> kit.apply(request, expected));
                  }));
        }
        int applied = 0;
        BundleRequest winner = null;
        for (int rival = 0; rival < RIVALS; rival++) {
          if (results.get(rival).get()) {
            applied++;
            winner = requests.get(rival);
          }
        }
        assertThat(applied).as("round %d", round).isEqualTo(1);
        BundleChanges left = kit.diff(winner).changes();
        assertThat(left.changed()).isEmpty();
        assertThat(left.created()).isEmpty();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean isApplied(Callable<?> apply) throws Exception {
    try {
      apply.call();
      return true;
    } catch (VersionConflictException refused) {
      return false;
    }
  }

  /** All of them save the same definitions, each in its own way and in another order. */
  private static BundleRequest request(Random random, int rival) {
    int minutes = 1 + random.nextInt(1_000) * 10 + rival;
    String site = "sites: {a: {provider: p, timeout: %dm}}\n".formatted(minutes);
    String source = "sources: {b: {collections: [{name: c, timeout: %dm}]}}\n".formatted(minutes);
    String job =
        "job: {id: 7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a, project: p, name: j, steps: [{name: s,"
            + " run: {noop: {}}, timeout: %dm}]}\n".formatted(minutes);
    String client = "clients: {d: {name: n%d}}\n".formatted(minutes);
    return random.nextBoolean()
        ? BundleKit.files("f.yaml", site + source + job + client)
        : BundleKit.files("f.yaml", client + job, "g.yaml", source + site);
  }
}
