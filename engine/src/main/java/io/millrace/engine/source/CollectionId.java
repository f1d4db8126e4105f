package io.millrace.engine.source;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.Owner.UserSiteOwner;
import java.util.regex.Pattern;

/** Names a collection among all sources. */
public record CollectionId(String source, String collection) {
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
    return new UserSiteOwner(source, collection).text();
  }

  /** Reads what {@link #owner} wrote. */
  public static CollectionId parse(String owner) {
    return of(UserSiteOwner.parse(owner));
  }

  public static CollectionId of(UserSiteOwner owner) {
    return new CollectionId(owner.source(), owner.collection());
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
