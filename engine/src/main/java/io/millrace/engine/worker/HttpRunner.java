package io.millrace.engine.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.outbound.OutboundAnswer;
import io.millrace.engine.outbound.OutboundClient;
import io.millrace.engine.outbound.OutboundDeniedException;
import io.millrace.engine.outbound.OutboundRequest;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.LogLine.Level;
import io.millrace.engine.task.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

/**
 * {@code {http: {url, headers, body}}}: posts the attempt to a service. The answer is the outcome;
 * 202 means that the service will report later. All three fields may refer to config and secrets of
 * the project. A secret that they do not name is not sent.
 */
public final class HttpRunner implements Runner {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** How many characters of an answer are logged. */
  static final int LOGGED = 4 * 1024;

  /** A margin: normally the cancel at the deadline stops a request, and this is only a backstop. */
  private static final Duration TIMEOUT_MARGIN = Duration.ofSeconds(2);

  private final OutboundClient client;

  public HttpRunner(OutboundClient client) {
    this.client = client;
  }

  @Override
  public String kind() {
    return "http";
  }

  @Override
  public List<FieldError> check(Map<String, Object> config, String field) {
    return HttpConfig.check(config, field, client.rule());
  }

  @Override
  public CompletionStage<Optional<Outcome>> run(Execution execution) {
    Duration remaining = Duration.between(execution.now(), execution.assignment().deadline());
    if (remaining.isNegative() || remaining.isZero()) {
      return CompletableFuture.completedFuture(Optional.of(timedOut()));
    }
    CompletableFuture<OutboundAnswer> answer =
        client.send(request(execution), remaining.plus(TIMEOUT_MARGIN), AnswerBodyStart.MAX_LENGTH);
    execution.onCancel(() -> answer.cancel(true));
    return answer.handle(
        (response, e) -> e == null ? outcome(execution, response) : Optional.of(failed(e)));
  }

  private static OutboundRequest request(Execution execution) {
    Assignment assignment = execution.assignment();
    TaskValues values = execution.values();
    Map<String, Object> body = assignment.facts();
    body.put("deadline", assignment.deadline().toString());
    body.put("inputs", values.inputs());
    body.put("config", values.config());
    body.put("body", values.replaced(execution.config().get("body")));
    try {
      OutboundRequest request =
          HttpConfig.request(execution.config(), values, JSON.writeValueAsBytes(body));
      request.headers().put(HttpConfig.IDEMPOTENCY_KEY, assignment.attemptUid().toString());
      return request;
    } catch (JsonProcessingException e) {
      throw new CompletionException(e);
    }
  }

  private static Optional<Outcome> outcome(Execution execution, OutboundAnswer answer) {
    AnswerBodyStart body = AnswerBodyStart.of(answer);
    int status = answer.status();
    Level level = status / 100 == 2 ? Level.INFO : Level.ERROR;
    execution.log(level, "HTTP " + status);
    OutcomeText.first(LOGGED, body.shown(execution.mask()))
        .lines()
        .forEach(line -> execution.log(level, line));
    Optional<Outcome> outcome =
        HttpOutcomeReader.outcome(answer, execution.mask(), execution.now());
    if (body.cut()
        && body.text().startsWith("{")
        && outcome.filter(HttpRunner::isSuccessWithoutOutput).isPresent()) {
      execution.log(level, "No output found in the first part of this long answer");
    }
    return outcome;
  }

  private static boolean isSuccessWithoutOutput(Outcome outcome) {
    return outcome.kind() == Outcome.Kind.SUCCESS && outcome.output() == null;
  }

  private static Outcome failed(Throwable e) {
    Throwable cause = OutcomeText.cause(e);
    if (cause instanceof OutboundDeniedException denied) {
      return Outcome.rejected(denied.getMessage()).because(FailureKind.MISCONFIGURED);
    }
    if (cause instanceof TimeoutException) {
      return timedOut();
    }
    if (cause instanceof CancellationException) {
      return Outcome.canceled("the request was canceled");
    }
    return Outcome.failure("no answer: " + OutcomeText.brief(cause))
        .because(FailureKind.UNAVAILABLE);
  }

  private static Outcome timedOut() {
    return Outcome.timeout("no answer before the deadline");
  }
}
