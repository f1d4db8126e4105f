package io.millrace.engine.external;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.input.Durations;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.outbound.OutboundRule;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.TaskPriority;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Reads the requests of external callers and reports all errors in them. */
public final class ChannelReader {
  private static final String NAME = "executionName";
  private static final String ID = "executionId";
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_TOKEN = 1_024;
  private static final int LONGEST_URL = 2_000;
  private static final int LONGEST_MESSAGE = 1_000;
  private static final Duration DEFAULT_LEASE = Duration.ofMinutes(10);
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofHours(24);

  /** Identifies a request. */
  public record RequestKey(String pool, String taskToken) {}

  /**
   * What a caller says of a request that it made before.
   *
   * @param pool absent if the token alone names the request
   */
  public record TokenReference(@Nullable String pool, String taskToken) {}

  /** The end of the work, with its outcome. */
  public record ChannelRelease(TokenReference request, Outcome outcome) {}

  private ChannelReader() {}

  /**
   * @param pools returns the config of a pool; empty if there is no such pool
   * @param rule the allowed addresses of callbacks
   * @return empty if the task token is empty: the request only makes the pools check their queues
   * @throws InvalidInputException with all errors
   */
  public static Optional<ChannelRequest> request(
      JsonNode json, Function<String, Optional<PoolConfig>> pools, OutboundRule rule) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(json, errors);
    node.isMappingOf(
        "pool", "executionName", "executionId", "taskToken", "callbackUrl", "lease", "priority");
    String pool = Objects.requireNonNullElse(pool(node), Work.DEFAULT_POOL);
    Optional<PoolConfig> config = pools.apply(pool);
    if (config.isEmpty()) {
      node.child("pool").refuse("there is no such pool");
    }
    boolean isEmpty = node.child("taskToken").isEmptyText();
    String name = executionName(node, isEmpty);
    ChannelRequest request =
        new ChannelRequest(
            pool,
            name,
            config.map(systems -> systems.systemOf(name)).orElse(""),
            isEmpty ? "" : token(node),
            node.optional("callbackUrl")
                .filter(field -> !field.isEmptyText())
                .flatMap(field -> field.text(text -> url(text, rule)))
                .orElse(""),
            node.optional("lease")
                .flatMap(field -> field.duration(ChannelReader::lease))
                .orElse(DEFAULT_LEASE),
            node.optional("priority")
                .flatMap(field -> field.text(TaskPriority::parse))
                .orElse(TaskPriority.HIGH));
    errors.throwIfAny();
    return isEmpty ? Optional.empty() : Optional.of(request);
  }

  /** The name, from either of its two fields. */
  private static String executionName(InputNode node, boolean isOptional) {
    if (!isOptional && node.child(NAME).isEmpty() && node.child(ID).isEmpty()) {
      node.child(NAME).refuse("is required; it may also be given as " + ID);
      return "";
    }
    Optional<String> name = executionName(node, NAME, isOptional);
    Optional<String> id = executionName(node, ID, isOptional);
    if (name.isPresent() && id.isPresent() && !name.equals(id)) {
      node.child(NAME)
          .refuse("differs from " + ID + ": give only one of them, or the same value twice");
      node.child(ID)
          .refuse("differs from " + NAME + ": give only one of them, or the same value twice");
    }
    return name.or(() -> id).orElse("");
  }

  private static Optional<String> executionName(InputNode node, String word, boolean isOptional) {
    return node.optional(word)
        .filter(field -> !isOptional || !field.isEmptyText())
        .flatMap(field -> field.text(ChannelReader::name));
  }

  /** A name begins with that of a system, which may be any text. */
  private static String name(String text) {
    if (text.isBlank() || !isText(text, LONGEST_NAME, Character::isISOControl)) {
      throw refused(
          "must be 1 to "
              + LONGEST_NAME
              + " characters, not all blank, without control characters");
    }
    return text;
  }

  /**
   * @return empty if there is no task token: the release only makes the pools check their queues
   * @throws InvalidInputException with all errors
   */
  public static Optional<ChannelRelease> release(JsonNode json) {
    if (json.isEmpty()) {
      return Optional.empty();
    }
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(json, errors);
    node.isMappingOf("pool", "taskToken", "outcome", "message");
    boolean isEmpty = node.child("taskToken").isEmptyText();
    TokenReference request = new TokenReference(pool(node), isEmpty ? "" : token(node));
    Outcome.Kind kind =
        node.optional("outcome")
            .flatMap(field -> field.text(Outcome.Kind::reported))
            .orElse(Outcome.Kind.SUCCESS);
    String message =
        node.optional("message").flatMap(field -> field.text(ChannelReader::message)).orElse("");
    errors.throwIfAny();
    return isEmpty
        ? Optional.empty()
        : Optional.of(new ChannelRelease(request, new Outcome(kind, message, "", false, null)));
  }

  /**
   * @throws InvalidInputException with all errors
   */
  public static TokenReference heartbeat(JsonNode json) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(json, errors);
    node.isMappingOf("pool", "taskToken");
    TokenReference request = new TokenReference(pool(node), token(node));
    errors.throwIfAny();
    return request;
  }

  private static @Nullable String pool(InputNode node) {
    return node.optional("pool").flatMap(field -> field.text(ChannelReader::pool)).orElse(null);
  }

  private static String pool(String text) {
    if (text.isBlank() || !isText(text, 100, Character::isISOControl)) {
      throw refused("must be the name of a pool");
    }
    return text;
  }

  private static String token(InputNode node) {
    return node.required("taskToken").flatMap(field -> field.text(ChannelReader::token)).orElse("");
  }

  private static String token(String text) {
    if (text.isEmpty() || !isText(text, LONGEST_TOKEN, Character::isISOControl)) {
      throw refused("must be 1 to " + LONGEST_TOKEN + " characters without control characters");
    }
    return text;
  }

  private static String message(String text) {
    if (!isText(text, LONGEST_MESSAGE, c -> c == 0)) {
      throw refused("must be text of at most " + LONGEST_MESSAGE + " characters");
    }
    return text;
  }

  /** Whether the text can be stored: it must not have lone surrogates. */
  private static boolean isText(String text, int longest, IntPredicate isForbidden) {
    return text.length() <= longest
        && text.codePoints()
            .noneMatch(c -> isForbidden.test(c) || Character.getType(c) == Character.SURROGATE);
  }

  private static String url(String text, OutboundRule rule) {
    Optional<URI> url = url(text);
    url.flatMap(rule::refusal)
        .ifPresent(
            why -> {
              throw refused(why);
            });
    return url.map(URI::toASCIIString)
        .orElseThrow(
            () ->
                refused(
                    "must be a full http or https address of at most "
                        + LONGEST_URL
                        + " characters, without a password"));
  }

  private static Optional<URI> url(String text) {
    try {
      URI uri = URI.create(text);
      HttpRequest.newBuilder(uri);
      if (text.length() <= LONGEST_URL && uri.getUserInfo() == null) {
        return Optional.of(uri);
      }
    } catch (IllegalArgumentException wrong) {
      // Not a URL.
    }
    return Optional.empty();
  }

  private static Duration lease(String text) {
    Duration lease = Durations.parse(text);
    if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
      throw refused("must be from 1s to 24h");
    }
    return lease;
  }

  private static InvalidInputException refused(String reason) {
    return new InvalidInputException("", null, reason);
  }
}
