package io.millrace.engine.trigger;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.job.Trigger;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link CatchUpDecisionContext}. All of them are required. */
final class CatchUpDecisionContextBuilder {
  private @Nullable LiveTrigger of;
  private @Nullable Trigger trigger;
  private @Nullable TriggerProgress progress;
  private @Nullable List<Instant> open;
  private @Nullable Instant changedAt;
  private @Nullable Boolean all;
  private @Nullable TriggerSettings settings;
  private @Nullable Long seed;
  private @Nullable Instant now;

  CatchUpDecisionContextBuilder() {}

  CatchUpDecisionContextBuilder of(LiveTrigger of) {
    this.of = of;
    return this;
  }

  CatchUpDecisionContextBuilder trigger(Trigger trigger) {
    this.trigger = trigger;
    return this;
  }

  CatchUpDecisionContextBuilder progress(TriggerProgress progress) {
    this.progress = progress;
    return this;
  }

  CatchUpDecisionContextBuilder open(List<Instant> open) {
    this.open = open;
    return this;
  }

  CatchUpDecisionContextBuilder changedAt(Instant changedAt) {
    this.changedAt = changedAt;
    return this;
  }

  CatchUpDecisionContextBuilder all(boolean all) {
    this.all = all;
    return this;
  }

  CatchUpDecisionContextBuilder settings(TriggerSettings settings) {
    this.settings = settings;
    return this;
  }

  CatchUpDecisionContextBuilder seed(long seed) {
    this.seed = seed;
    return this;
  }

  CatchUpDecisionContextBuilder now(Instant now) {
    this.now = now;
    return this;
  }

  CatchUpDecisionContext build() {
    return new CatchUpDecisionContext(
        requireNonNull(of, "of"),
        requireNonNull(trigger, "trigger"),
        requireNonNull(progress, "progress"),
        requireNonNull(open, "open"),
        requireNonNull(changedAt, "changedAt"),
        requireNonNull(all, "all"),
        requireNonNull(settings, "settings"),
        requireNonNull(seed, "seed"),
        requireNonNull(now, "now"));
  }
}
