package io.millrace.engine.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.JobPriority;
import io.millrace.engine.notify.Notification;
import io.millrace.engine.task.HistoryWriter;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskOrder;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.task.TokenRow;
import io.millrace.engine.token.DownstreamDelivery.ArrivalTarget;
import io.millrace.engine.token.MessageInTransit.AckInTransit;
import io.millrace.engine.token.MessageInTransit.ArrivalInTransit;
import io.millrace.engine.token.MessageInTransit.ReportInTransit;
import io.millrace.engine.token.MessageInTransit.WakeInTransit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Tokens, tasks and the due index without actors: the stored state and the messages in flight.
 * Messages can get lost, doubled and overtaken; stored state stays.
 */
final class TokenSimulation implements HistoryWriter {

  private static final int MOST_STEPS = 100_000;

  private final InMemoryJobs jobs;
  private final long seed;
  private final Random random;
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");

  // stored
  private final Map<TokenId, Token> tokens = new LinkedHashMap<>();
  private final Map<String, Instant> due = new TreeMap<>();
  private final Map<String, TokenRow> rows = new HashMap<>();
  private final Map<UUID, Task> open = new LinkedHashMap<>();
  private final Map<TokenId, List<String>> tasks =
      new TreeMap<>(Comparator.comparing(TokenId::owner));
  private final Set<ArrivalTarget> unfired = new LinkedHashSet<>();

  // of the nodes that live
  private final List<MessageInTransit> onTheWay = new ArrayList<>();
  private final Set<TokenId> awake = new HashSet<>();
  private final Map<TokenId, Set<ArrivalTarget>> acknowledged = new HashMap<>();

  /**
   * @param seed of the outcomes; they depend on step, time and attempt, not on the random source
   */
  TokenSimulation(InMemoryJobs jobs, long seed, Random random) {
    this.jobs = jobs;
    this.seed = seed;
    this.random = random;
    this.unfired.addAll(RandomJobs.fires(jobs));
  }

  /** Delivers every message once, in order. */
  Map<String, Object> runWithoutFaults() {
    return toTheEnd();
  }

  private Map<String, Object> toTheEnd() {
    for (int steps = 0; step(false); steps++) {
      assertThat(steps).as("it comes to an end").isLessThan(MOST_STEPS);
    }
    return result();
  }

  /** Messages may get lost, doubled or late, and nodes may die between any two steps. */
  Map<String, Object> runWithFaults(int steps) {
    for (int i = 0; i < steps; i++) {
      switch (random.nextInt(40)) {
        case 0 -> crash();
        case 1 -> pause(1 + random.nextInt(2), true);
        case 2, 3 -> pause(1 + random.nextInt(2), false);
        case 4, 5, 6 -> drop();
        case 7, 8, 9 -> twice();
        case 10 -> wakeAnyone();
        default -> step(true);
      }
    }
    RandomJobs.NUMBERS.forEach(number -> pause(number, false));
    return toTheEnd();
  }

  private void crash() {
    onTheWay.clear();
    awake.clear();
    acknowledged.clear();
  }

  private void drop() {
    if (!onTheWay.isEmpty()) {
      onTheWay.remove(random.nextInt(onTheWay.size()));
    }
  }

  private void twice() {
    if (!onTheWay.isEmpty()) {
      onTheWay.add(onTheWay.get(random.nextInt(onTheWay.size())));
    }
  }

  private void wakeAnyone() {
    if (!tokens.isEmpty()) {
      List<TokenId> all = List.copyOf(tokens.keySet());
      onTheWay.add(new WakeInTransit(all.get(random.nextInt(all.size()))));
    }
  }

  /** A change of a job wakes its waiting tokens in the same transaction. */
  private void pause(long number, boolean paused) {
    jobs.pause(number, paused);
    rows.values().stream()
        .filter(row -> row.job() == number && row.count() > 0 && !paused)
        .filter(row -> row.state() != TokenRow.TokenState.ACTIVE)
        .forEach(row -> due.put(row.owner(), now));
  }

  /** False if there is nothing more to do. */
  private boolean step(boolean anyOrder) {
    int kinds = anyOrder ? random.nextInt(4) : 0;
    if (!onTheWay.isEmpty() && kinds < 2) {
      receive(onTheWay.remove(anyOrder ? random.nextInt(onTheWay.size()) : 0));
    } else if (!open.isEmpty() && kinds < 3) {
      report(any(open.values(), anyOrder));
    } else if (!unfired.isEmpty()) {
      fire(any(unfired, anyOrder));
    } else if (!due.isEmpty()) {
      String first = due.entrySet().stream().min(Map.Entry.comparingByValue()).get().getKey();
      now = due.get(first).isAfter(now) ? due.get(first) : now.plusMillis(1);
      onTheWay.add(new WakeInTransit(TokenId.parse(first)));
    } else {
      return !onTheWay.isEmpty() || !open.isEmpty();
    }
    return true;
  }

  private <T> T any(Collection<T> all, boolean anyOrder) {
    return List.copyOf(all).get(anyOrder ? random.nextInt(all.size()) : 0);
  }

  private void fire(ArrivalTarget target) {
    Arrival arrival =
        new Arrival(
            target.source(), TaskReason.TRIGGER, JobPriority.NORMAL, null, jobs.version(), null);
    onTheWay.add(new ArrivalInTransit(target, arrival, null));
  }

  private void report(Task task) {
    TokenId id = TokenId.parse(task.origin().token());
    Outcome outcome = outcome(seed, id, tokens.get(id).runs(), task.origin().attemptNo());
    onTheWay.add(new ReportInTransit(id, task.id().attemptUid(), outcome));
  }

  /** The outcome of an attempt. It does not depend on when the attempt runs. */
  static Outcome outcome(long seed, TokenId id, int run, int no) {
    return switch (new Random(List.of(seed, id, run, no).hashCode()).nextInt(6)) {
      case 0, 1 -> Outcome.failure("no");
      case 2 -> Outcome.rejected("never");
      default -> Outcome.success("{\"run\":" + run + "}");
    };
  }

  private void receive(MessageInTransit sent) {
    if (sent instanceof ArrivalInTransit arriving) {
      TokenId id = arriving.target().token();
      store(id, token(id).arrive(arriving.arrival(), look(id)));
      onTheWay.add(new AckInTransit(arriving.from(), arriving.target()));
    } else if (sent instanceof AckInTransit stored && stored.from() == null) {
      unfired.remove(stored.target());
    } else if (sent instanceof AckInTransit stored) {
      acknowledge(stored.from(), stored.target());
    } else if (sent instanceof ReportInTransit reported) {
      TokenId id = reported.token();
      store(id, token(id).endAttempt(reported.uid(), reported.outcome(), look(id)));
    } else if (sent instanceof WakeInTransit woken) {
      store(woken.token(), token(woken.token()).wake(look(woken.token())));
    }
  }

  private void acknowledge(TokenId from, ArrivalTarget target) {
    Set<ArrivalTarget> known = acknowledged.get(from);
    if (known != null && !token(from).undelivered().isEmpty()) {
      known.add(target);
      DownstreamDelivery first = token(from).undelivered().get(0);
      if (known.containsAll(first.targets())) {
        acknowledged.remove(from);
        store(from, token(from).delivered(first));
      }
    }
  }

  private Token token(TokenId id) {
    return tokens.getOrDefault(id, Token.NEW);
  }

  private TokenDecisionContext look(TokenId id) {
    return TokenDecisionContext.of(id, jobs, new UUID(random.nextLong(), random.nextLong()), now);
  }

  /** Stores the events. Then, if its node is still up, the messages that follow are sent. */
  private void store(TokenId id, List<TokenEvent> events) {
    Token token = token(id);
    for (TokenEvent event : events) {
      token = event.applyTo(token);
      event.record(id.owner(), this);
    }
    if (!events.isEmpty()) {
      tokens.put(id, token);
    }
    boolean woke = awake.add(id);
    if (!token.undelivered().isEmpty() && (woke || !acknowledged.containsKey(id))) {
      acknowledged.put(id, new HashSet<>());
      DownstreamDelivery first = token.undelivered().get(0);
      first.targets().forEach(t -> onTheWay.add(new ArrivalInTransit(t, first.arrival(t), id)));
    } else if (events.stream().anyMatch(TokenEvent.Booked.class::isInstance)
        && !token.undelivered().isEmpty()) {
      acknowledged.remove(id); // the waker repeats what got lost in flight
      store(id, List.of());
    }
  }

  /** The final state of every step at every time. */
  private Map<String, Object> result() {
    assertThat(onTheWay).isEmpty();
    assertThat(open).isEmpty();
    assertThat(unfired).isEmpty();
    Map<String, Object> result = new TreeMap<>();
    tokens.forEach(
        (id, token) -> {
          assertThat(token.undelivered()).as(id.owner()).isEmpty();
          assertThat(token.activation()).as(id.owner()).isNull();
          assertThat(rows.get(id.owner()).state()).isEqualTo(token.state());
          assertThat(rows.get(id.owner()).count()).isEqualTo(token.count(look(id)));
          result.put(
              id.owner(), summary(token, token.count(look(id)), tasks.getOrDefault(id, List.of())));
        });
    return result;
  }

  /** The part of a token's state that does not depend on chance. */
  static List<Object> summary(Token token, int count, List<String> tasks) {
    return List.of(
        token.state(),
        token.runs(),
        Map.copyOf(token.inputs()),
        Set.copyOf(token.arrivals().keySet()),
        count,
        tasks.stream().sorted().toList());
  }

  @Override
  public void queued(Task task, TaskOrder order) {
    assertThat(open.values().stream().map(other -> other.origin().token()))
        .doesNotContain(task.origin().token());
    open.put(task.id().attemptUid(), task);
  }

  @Override
  public void ended(UUID attemptUid, Instant at, Outcome outcome) {
    Task task = Optional.ofNullable(open.remove(attemptUid)).orElseThrow();
    tasks
        .computeIfAbsent(TokenId.parse(task.origin().token()), id -> new ArrayList<>())
        .add(task.origin().attemptNo() + " " + outcome.kind());
  }

  @Override
  public void booked(String owner, Instant at, int retry) {
    due.put(owner, at);
  }

  @Override
  public void removedFromDue(String owner) {
    due.remove(owner);
  }

  @Override
  public void deleted(String owner) {
    throw new AssertionError("a token is not deleted, but " + owner);
  }

  @Override
  public void suspended(String owner, Instant at) {
    throw new AssertionError("a token is not suspended, but " + owner);
  }

  @Override
  public void returned(String owner) {
    throw new AssertionError("a token does not return, but " + owner);
  }

  @Override
  public void tokenChanged(TokenRow row) {
    assertThat(row.count()).as(row.owner()).isNotNegative();
    rows.put(row.owner(), row);
  }

  @Override
  public void started(UUID attemptUid, Instant at, Instant deadline, String worker) {
    throw new AssertionError();
  }

  @Override
  public void succeeded(String owner, Instant at) {
    // the state of the token says so, too
  }

  @Override
  public void skipped(Instant at, String rule) {
    throw new AssertionError();
  }

  @Override
  public void scheduleChanged(String owner, Instant at, String schedule) {
    throw new AssertionError();
  }

  @Override
  public void disabled(String owner, String reason) {
    throw new AssertionError();
  }

  @Override
  public void enabled(String owner) {
    throw new AssertionError();
  }

  @Override
  public void notify(Notification notification) {
    throw new AssertionError();
  }
}
