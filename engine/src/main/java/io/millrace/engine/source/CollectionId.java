package io.millrace.engine.source;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.Owner.UserSiteOwner;
import io.millrace.engine.task.TaskId;
import java.util.Comparator;
import java.util.UUID;

/**
 * Names a collection among all sources. Ids have an order for the sake of hash maps: names are
 * chosen by callers, and a map searches ids of one hash one by one unless they can be compared.
 */
public record CollectionId(String source, String collection) implements Comparable<CollectionId> {
  private static final Comparator<CollectionId> ORDER =
      Comparator.comparing(CollectionId::source).thenComparing(CollectionId::collection);

  private static final int LONGEST_NAME = 100;

  public static final String NAME_RULE =
      "must be 1 to 100 letters, digits, dots, hyphens and underscores";

  /** The error for a source or site whose name is reserved for external requests. */
  public static final String EXTERNAL_RULE =
      "is reserved for external requests; choose another name";

  public CollectionId {
    checkName("source", source);
    checkName("collection", collection);
  }

  /** The id as text, for the owner of tasks. No name contains a slash. */
  public String owner() {
    return new UserSiteOwner(source, collection).text();
  }

  /** The id of the task of one of its attempts. */
  public TaskId taskId(UUID attemptUid) {
    return new TaskId(source, collection, attemptUid);
  }

  /** Parses the text of {@link #owner}. */
  public static CollectionId parse(String owner) {
    return of(UserSiteOwner.parse(owner));
  }

  public static CollectionId of(UserSiteOwner owner) {
    return new CollectionId(owner.source(), owner.collection());
  }

  @Override
  public int compareTo(CollectionId other) {
    return ORDER.compare(this, other);
  }

  public static boolean isName(String text) {
    // Not a regular expression: every id of every message comes through here.
    int length = text.length();
    for (int i = 0; i < length; i++) {
      if (!isNameCharacter(text.charAt(i))) {
        return false;
      }
    }
    return length > 0 && length <= LONGEST_NAME;
  }

  private static boolean isNameCharacter(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '.'
        || c == '_'
        || c == '-';
  }

  public static String checkName(String field, String name) {
    if (!isName(name)) {
      throw new InvalidInputException(field, name, NAME_RULE);
    }
    return name;
  }
}
