package io.millrace.engine.refresh;

import io.millrace.engine.task.History;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Reason;
import java.time.Instant;
import java.util.UUID;

/** What happened to a user-site: what it means for its state, and what the history shows of it. */
public sealed interface UserSiteEvent extends History.Recorded {

  UserSite applyTo(UserSite userSite);

  /**
   * A refresh was accepted and waits for its channel.
   *
   * @param refreshAt the planned time after this refresh; null if there is none
   */
  record Queued(Attempt attempt, Instant refreshAt) implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite userSite) {
      return new UserSite(userSite.schedule(), refreshAt, attempt);
    }

    @Override
    public void record(String owner, History history) {
      history.scheduled(attempt.task(owner));
      if (attempt.reason() == Reason.SCHEDULE) {
        history.rescheduled(owner, refreshAt);
      }
    }
  }

  /** The current attempt ended, however it did. */
  record Ended(UUID uid, Instant at, Outcome outcome) implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite userSite) {
      return new UserSite(userSite.schedule(), userSite.refreshAt(), null);
    }

    @Override
    public void record(String owner, History history) {
      history.ended(uid, at, outcome);
    }
  }

  /** A planned time passed without a refresh. */
  record Skipped(Instant at, Instant plannedAt, String why, Instant refreshAt)
      implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite userSite) {
      return userSite.planned(userSite.schedule(), refreshAt);
    }

    @Override
    public void record(String owner, History history) {
      history.rescheduled(owner, refreshAt);
    }
  }

  /** Its schedule was set or changed. */
  record Defined(String schedule, Instant refreshAt) implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite userSite) {
      return userSite.planned(schedule, refreshAt);
    }

    @Override
    public void record(String owner, History history) {
      history.due(owner, refreshAt, schedule);
    }
  }

  /** Its definition is gone, or has no schedule any more. */
  record Removed() implements UserSiteEvent {
    @Override
    public UserSite applyTo(UserSite userSite) {
      return userSite.planned("", null);
    }

    @Override
    public void record(String owner, History history) {
      history.removed(owner);
    }
  }
}
