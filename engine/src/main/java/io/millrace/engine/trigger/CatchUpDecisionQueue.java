package io.millrace.engine.trigger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The triggers whose catch-up is to be decided, in the order in which that is done. */
final class CatchUpDecisionQueue {

  /** Triggers that are decided on at a time. */
  private static final int MOST_DECISIONS = 1_000;

  private final Set<LiveTrigger> toDecide = new LinkedHashSet<>();
  private final Set<LiveTrigger> edited = new LinkedHashSet<>();

  /** Decisions that were begun and could not be made. */
  private final Deque<CatchUpDecisionContext> begun = new ArrayDeque<>();

  void add(LiveTrigger trigger) {
    toDecide.add(trigger);
  }

  /** Its definition was changed: until it is decided, the new definition is not in force. */
  void addEdited(LiveTrigger trigger) {
    edited.add(trigger);
  }

  void remove(LiveTrigger trigger) {
    toDecide.remove(trigger);
    edited.remove(trigger);
  }

  /** Whether nothing that was edited up to that version of the jobs is still to be decided. */
  boolean isInForce(long version) {
    return edited.stream()
        .noneMatch(trigger -> trigger.isActive() && trigger.job().version() <= version);
  }

  /** The next triggers: first the ones that were begun, then the edited ones. */
  List<CatchUpDecisionContext> take(Function<LiveTrigger, CatchUpDecisionContext> begin) {
    List<CatchUpDecisionContext> taken = new ArrayList<>(begun);
    begun.clear();
    List<LiveTrigger> next =
        Stream.concat(edited.stream().filter(toDecide::contains), toDecide.stream())
            .distinct()
            .limit(Math.max(0, MOST_DECISIONS - taken.size()))
            .toList();
    for (LiveTrigger trigger : next) {
      toDecide.remove(trigger);
      taken.add(begin.apply(trigger));
    }
    return taken;
  }

  /** These come first the next time. */
  void retry(List<CatchUpDecisionContext> decisions) {
    begun.addAll(decisions);
  }
}
