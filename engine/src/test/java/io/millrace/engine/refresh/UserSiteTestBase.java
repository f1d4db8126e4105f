package io.millrace.engine.refresh;

import io.millrace.engine.policy.Policy;
import io.millrace.engine.schedule.IntervalSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** A user-site as a pure core: what it is asked, and what it is afterwards. */
abstract class UserSiteTestBase {
  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  static final Schedule TWO_HOURLY =
      new IntervalSchedule(Duration.ofHours(2), Instant.parse("2026-01-01T00:00:00Z"));
  static final SourceCollection SCHEDULED =
      collection(Policy.of(TWO_HOURLY, Duration.ofMinutes(10)));

  static SourceCollection collection(Policy policy) {
    return new SourceCollection(
        new CollectionId("bank", "accounts"), policy, SourceCollection.Work.NOOP);
  }

  static RefreshDecisionContext question(UserSite site, Instant now) {
    return new RefreshDecisionContext(site, null, null, UserSiteKit.THROTTLING, now);
  }

  static RefreshDecision ask(UserSite site, SourceCollection collection, UUID uid, Instant now) {
    return site.refresh(collection, question(site, now), TaskReason.MANUAL, null, uid, now);
  }

  static Optional<UserSiteEvent> wake(UserSite site, SourceCollection collection, Instant now) {
    return site.wake(collection, question(site, now), UUID.randomUUID(), now);
  }

  static UserSite after(UserSite site, Optional<UserSiteEvent> event) {
    return event.map(happened -> happened.applyTo(site)).orElse(site);
  }

  static UserSite defined() {
    return after(UserSite.NEW, UserSite.NEW.define(SCHEDULED.policy(), NOON.minusSeconds(1)));
  }

  /** Refreshes by the plan. */
  static UserSite planned(UserSite site, SourceCollection collection, Instant minute) {
    return after(
        site,
        site.refresh(
                collection,
                question(site, minute),
                TaskReason.PLAN,
                minute,
                UUID.randomUUID(),
                minute)
            .event());
  }

  static Outcome outcome(Random random) {
    List<Outcome> ways =
        List.of(
            Outcome.success(),
            Outcome.timeout("late"),
            Outcome.canceled("by hand"),
            new Outcome(
                Outcome.Kind.FAILURE, "busy", "", true, Duration.ofMinutes(random.nextInt(600))),
            random.nextInt(8) == 0 ? Outcome.rejected("no") : Outcome.error("lost"));
    return ways.get(random.nextInt(ways.size()));
  }
}
