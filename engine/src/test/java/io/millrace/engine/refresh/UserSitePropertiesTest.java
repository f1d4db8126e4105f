package io.millrace.engine.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.policy.Alignment;
import io.millrace.engine.policy.Booking;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.refresh.UserSiteEvent.Ended;
import io.millrace.engine.refresh.UserSiteEvent.Queued;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserSitePropertiesTest extends UserSiteTestBase {

  /** Reports that arrive, get lost, come late or come twice, in any order and for any policy. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void whateverComesInWhateverOrderThePromisesHold(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      promisesHold(random, collection(RandomPolicies.random(random)));
    }
  }

  private static void promisesHold(Random random, SourceCollection collection) {
    Policy policy = collection.policy();
    Instant now = NOON.plusSeconds(random.nextInt(100_000));
    UserSite site = after(UserSite.NEW, UserSite.NEW.define(policy, now));
    UUID last = new UUID(1, 1);
    int open = 0;
    for (int i = 0; i < 300; i++) {
      now = now.plusSeconds(random.nextInt(random.nextInt(10) == 0 ? 200_000 : 4_000));
      UUID fresh = new UUID(random.nextLong(), random.nextLong());
      Optional<UserSiteEvent> event =
          switch (random.nextInt(8)) {
            case 0 -> ask(site, collection, fresh, now).event();
            case 1, 2 -> site.wake(collection, question(site, now), fresh, now);
            case 3 -> site.endAttempt(last, Outcome.failure("no"), policy, now);
            case 4 -> site.endAttempt(last, outcome(random), policy, now);
            case 5 -> random.nextInt(10) == 0 ? site.disable("off", now) : Optional.empty();
            case 6 -> site.endAttempt(fresh, Outcome.success(), policy, now); // of some old attempt
            default -> random.nextInt(10) == 0 ? site.save(policy, now) : Optional.empty();
          };
      UserSite next = after(site, event);
      if (event.orElse(null) instanceof Queued queued) {
        assertThat(site.attempt()).as("never a second current attempt").isNull();
        open++;
        last = queued.attempt().uid();
        retryDoesNotOverlap(policy, next.booking(), now.plus(policy.timeout()));
      } else if (event.orElse(null) instanceof Ended end) {
        assertThat(end.uid()).isEqualTo(site.attempt().uid());
        open--;
        retryDoesNotOverlap(policy, next.booking(), now);
      }
      assertThat(open).isEqualTo(next.attempt() == null ? 0 : 1);
      if (next.disabled() == null && policy.plannedAfter(now) != null) {
        assertThat(next.refreshAt()).as("always booked").isNotNull();
      }
      if (next.disabled() != null) {
        assertThat(next.refreshAt()).isNull();
      }
      site = next;
    }
  }

  /** With the default alignment, a booked retry ends before the next planned time. */
  private static void retryDoesNotOverlap(Policy policy, Booking booking, Instant from) {
    Instant planned = policy.plannedAfter(from);
    if (policy.align() == Alignment.PLANNED
        && booking.at() != null
        && booking.reason() == TaskReason.RETRY
        && planned != null) {
      assertThat(booking.at().plus(policy.timeout())).isBefore(planned);
    }
  }
}
