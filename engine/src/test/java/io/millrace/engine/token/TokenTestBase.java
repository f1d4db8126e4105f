package io.millrace.engine.token;

import io.millrace.engine.job.JobPriority;
import io.millrace.engine.policy.Attempt;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskReason;
import io.millrace.engine.token.TokenEvent.Ended;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** One token and its jobs, for tests of its rules. */
abstract class TokenTestBase {
  static final Instant DAY = Instant.parse("2026-01-02T00:00:00Z");
  static final Duration MINUTE = Duration.ofMinutes(1);

  final InMemoryJobs jobs = new InMemoryJobs();
  final TokenId id = new TokenId(7, "load", DAY);
  Token token = Token.NEW;
  Instant now = Instant.parse("2026-03-01T12:00:00Z");

  TokenDecisionContext look() {
    return TokenDecisionContext.of(id, jobs, UUID.randomUUID(), now);
  }

  List<TokenEvent> arrive(String source) {
    return arrive(source, JobPriority.NORMAL, TaskReason.TRIGGER);
  }

  List<TokenEvent> arrive(String source, JobPriority priority, TaskReason reason) {
    return apply(
        token.arrive(new Arrival(source, reason, priority, null, jobs.version(), null), look()));
  }

  List<TokenEvent> finish(Outcome outcome) {
    return apply(token.endAttempt(token.activation().attempt().uid(), outcome, look()));
  }

  List<TokenEvent> wake() {
    return apply(token.wake(look()));
  }

  List<TokenEvent> apply(List<TokenEvent> events) {
    for (TokenEvent event : events) {
      token = event.applyTo(token);
    }
    return events;
  }

  int count() {
    return token.count(look());
  }

  Attempt attempt() {
    return token.activation().attempt();
  }

  Ended lastEnd(List<TokenEvent> events) {
    return (Ended) events.get(0);
  }
}
