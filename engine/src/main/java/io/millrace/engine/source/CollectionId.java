package io.millrace.engine.source;

import io.millrace.engine.input.InvalidInputException;
import java.util.Comparator;
import java.util.regex.Pattern;

/**
 * Names a collection among all sources. Ids have an order for the sake of hash maps: names are
 * chosen by callers, and a map searches ids of one hash one by one unless they can be compared.
 */
public record CollectionId(String source, String collection) implements Comparable<CollectionId> {
  private static final Comparator<CollectionId> ORDER =
      Comparator.comparing(CollectionId::source).thenComparing(CollectionId::collection);

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  public static final String NAME_RULE =
      "must be 1 to 100 letters, digits, dots, hyphens and underscores";

  /** Why no source and no site has the name that tasks of external callers have. */
  public static final String EXTERNAL_RULE =
      "is the name of the channels that others ask for; choose another";

  public CollectionId {
    checkName("source", source);
    checkName("collection", collection);
  }

  /** The id as one text, for the owner of tasks: no name has a slash in it. */
  public String owner() {
    return source + "/" + collection;
  }

  /** Reads what {@link #owner} wrote. */
  public static CollectionId parse(String owner) {
    int slash = owner.indexOf('/');
    if (slash < 0) {
      throw new InvalidInputException("owner", owner, "is not source/collection");
    }
    return new CollectionId(owner.substring(0, slash), owner.substring(slash + 1));
  }

  @Override
  public int compareTo(CollectionId other) {
    return ORDER.compare(this, other);
  }

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  public static String checkName(String field, String name) {
    if (!isName(name)) {
      throw new InvalidInputException(field, name, NAME_RULE);
    }
    return name;
  }
}
