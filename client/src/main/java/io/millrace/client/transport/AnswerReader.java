package io.millrace.client.transport;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.millrace.client.error.ProblemDetails;
import io.millrace.client.error.ProblemException;
import io.millrace.client.error.UnreadableAnswerException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns answers into values, and refusals into exceptions. */
final class AnswerReader {
  private static final int LONGEST_EXCERPT = 500;

  private AnswerReader() {}

  /** The answer, if it is one of success. */
  static HttpResponse<String> checked(HttpResponse<String> answer) {
    if (answer.statusCode() / 100 != 2) {
      throw problem(answer, answer.body());
    }
    return answer;
  }

  static ProblemException problem(HttpResponse<?> answer, String body) {
    Duration retryAfter = retryAfter(answer.headers().firstValue("Retry-After").orElse(""));
    return ProblemException.of(answer.statusCode(), details(answer.statusCode(), body), retryAfter);
  }

  /** A proxy in between may answer in its own words. */
  private static ProblemDetails details(int status, String body) {
    try {
      ProblemDetails details = JsonCodec.MAPPER.readValue(body, ProblemDetails.class);
      if (details != null) {
        return details;
      }
    } catch (JsonProcessingException notAProblem) {
      // said below, in the words of the server that answered
    }
    return new ProblemDetails("about:blank", "", status, excerpt(body), List.of());
  }

  /** Seconds, as Millrace writes them; absent for anything else. */
  static @Nullable Duration retryAfter(String header) {
    return header.matches("\\d{1,9}") ? Duration.ofSeconds(Long.parseLong(header)) : null;
  }

  static <T> T read(ApiRequest request, HttpResponse<String> answer, Class<T> type) {
    return type == String.class
        ? type.cast(answer.body())
        : parse(request.toString(), answer.body(), type);
  }

  static <T> T parse(String request, String text, Class<T> type) {
    try {
      T value = JsonCodec.MAPPER.readValue(text, type);
      if (value != null) {
        return value;
      }
    } catch (JsonProcessingException unreadable) {
      throw new UnreadableAnswerException(
          "The answer to " + request + " is not what the API promises: " + excerpt(text),
          unreadable);
    }
    throw new UnreadableAnswerException("The answer to " + request + " is empty", null);
  }

  private static String excerpt(String text) {
    return text.length() <= LONGEST_EXCERPT ? text : text.substring(0, LONGEST_EXCERPT) + "…";
  }
}
