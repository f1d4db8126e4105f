package io.millrace.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.store.EventsQuery.FoundEvents;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PrefetchedEventsTest {
  private static final SerializedPayload PAYLOAD = new SerializedPayload(new byte[] {1}, 1, "m");

  private final PrefetchedEvents prefetched = new PrefetchedEvents();

  private static FoundEvents upTo(long highest) {
    List<StoredEvent> events =
        LongStream.rangeClosed(1, highest)
            .mapToObj(nr -> new StoredEvent("a", nr, nr, "w", 0, "", PAYLOAD))
            .toList();
    return new FoundEvents(1, highest, events, false);
  }

  private CompletableFuture<FoundEvents> asked() {
    CompletableFuture<FoundEvents> lookup = new CompletableFuture<>();
    prefetched.expect("a", lookup);
    return lookup;
  }

  @Test
  void aLookUpServesTheReplayThatFollowsAndNoOther() {
    asked().complete(upTo(3));
    assertThat(prefetched.take("b", 1, 3)).isEmpty();
    assertThat(prefetched.take("a", 1, 3)).contains(upTo(3));
    assertThat(prefetched.take("a", 1, 3)).isEmpty();
  }

  @Test
  void aLookUpThatHasNotSeenTheLastEventServesNothing() {
    asked().complete(upTo(3));
    assertThat(prefetched.take("a", 1, 4)).isEmpty();
  }

  @Test
  void aLookUpThatBeganLaterThanTheReplayServesNothing() {
    asked().complete(new FoundEvents(5, 9, List.of(), false));
    assertThat(prefetched.take("a", 1, 9)).isEmpty();
  }

  @Test
  void aLookUpThatIsLateDoesNotTakeThePlaceOfTheNext() {
    CompletableFuture<FoundEvents> late = asked();
    CompletableFuture<FoundEvents> next = asked();
    next.complete(upTo(4));
    late.complete(upTo(3));
    assertThat(prefetched.take("a", 1, 4)).contains(upTo(4));
    assertThat(prefetched.size()).isZero();
  }

  @Test
  void aLookUpThatFailsOrFindsNothingIsForgotten() {
    asked().completeExceptionally(new IllegalStateException("no database"));
    assertThat(prefetched.size()).isZero();
    asked().complete(upTo(0));
    assertThat(prefetched.size()).isZero();
  }

  @Test
  void aLateFailureDoesNotForgetTheNextLookUp() {
    CompletableFuture<FoundEvents> late = asked();
    asked().complete(upTo(4));
    late.completeExceptionally(new IllegalStateException("no database"));
    assertThat(prefetched.take("a", 1, 4)).contains(upTo(4));
  }

  @Test
  void lookUpsWhoseReplayNeverCameAreBounded() {
    for (int i = 0; i < 10_000; i++) {
      prefetched.expect("entity-" + i, CompletableFuture.completedFuture(upTo(1)));
    }
    assertThat(prefetched.size()).isEqualTo(2_000);
    assertThat(prefetched.take("entity-9999", 1, 1)).isPresent();
  }

  @Test
  void whatIsNotHereBeginsAfterTheLastEventIfThereAreMore() {
    assertThat(upTo(3).next()).isEqualTo(4);
    assertThat(new FoundEvents(1, 9, upTo(3).events(), true).next()).isEqualTo(4);
    assertThat(new FoundEvents(1, 9, upTo(3).events(), false).next()).isEqualTo(10);
  }
}
