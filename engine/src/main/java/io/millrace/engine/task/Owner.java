package io.millrace.engine.task;

import io.millrace.engine.input.InvalidInputException;
import java.time.Instant;
import java.util.function.Function;

/**
 * Who a task belongs to. Rows, events and messages hold the owner as a text; this type alone knows
 * how that text is written.
 */
public sealed interface Owner {
  /** The text of every token begins with this, and no other text does. */
  String TOKEN_PREFIX = "token:";

  /** What {@link #stepOf} returns begins with this. */
  String STEP_PREFIX = "job:";

  /** The owner as it is stored. */
  String text();

  /**
   * What a promise of freshness is about: the user-site or collection itself, and of a token its
   * step, whatever the logical time.
   */
  default String promised() {
    return match(
        userSite -> userSite.text(),
        token -> stepOf(token.job(), token.step()),
        external -> external.text());
  }

  /** A step of a job at any logical time, as promises name it. No source has a colon. */
  static String stepOf(long job, String step) {
    return STEP_PREFIX + job + '/' + step;
  }

  /** Calls the one function that fits this owner. */
  <T> T match(
      Function<UserSiteOwner, T> userSite,
      Function<TokenOwner, T> token,
      Function<ExternalOwner, T> external);

  /** Reads what {@link #text} wrote. */
  static Owner parse(String text) {
    if (text.startsWith(TOKEN_PREFIX)) {
      return TokenOwner.parse(text);
    }
    return text.startsWith(ExternalOwner.PREFIX)
        ? new ExternalOwner(text.substring(ExternalOwner.PREFIX.length()))
        : UserSiteOwner.parse(text);
  }

  /**
   * A user-site, or a collection of a source: both are refreshed in the same way.
   *
   * @param source the name of the site or the source
   * @param collection the id of the user-site, or the name of the collection; neither has a slash
   */
  record UserSiteOwner(String source, String collection) implements Owner {
    public static UserSiteOwner parse(String text) {
      int slash = text.indexOf('/');
      if (slash < 0) {
        throw new InvalidInputException("owner", text, "is not source/collection");
      }
      return new UserSiteOwner(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public String text() {
      return source + '/' + collection;
    }

    @Override
    public <T> T match(
        Function<UserSiteOwner, T> userSite,
        Function<TokenOwner, T> token,
        Function<ExternalOwner, T> external) {
      return userSite.apply(this);
    }
  }

  /**
   * A step of a job, at one logical time.
   *
   * @param job the number of the job
   */
  record TokenOwner(long job, String step, Instant logicalTime) implements Owner {
    public static TokenOwner parse(String text) {
      String[] parts = text.substring(TOKEN_PREFIX.length()).split("/");
      return new TokenOwner(Long.parseLong(parts[0]), parts[1], Instant.parse(parts[2]));
    }

    @Override
    public String text() {
      return TOKEN_PREFIX + job + '/' + step + '/' + logicalTime;
    }

    @Override
    public <T> T match(
        Function<UserSiteOwner, T> userSite,
        Function<TokenOwner, T> token,
        Function<ExternalOwner, T> external) {
      return token.apply(this);
    }
  }

  /** A request for a channel, whose caller does the work. */
  record ExternalOwner(String executionName) implements Owner {
    private static final String PREFIX = Task.EXTERNAL + '/';

    @Override
    public String text() {
      return PREFIX + executionName;
    }

    @Override
    public <T> T match(
        Function<UserSiteOwner, T> userSite,
        Function<TokenOwner, T> token,
        Function<ExternalOwner, T> external) {
      return external.apply(this);
    }
  }
}
