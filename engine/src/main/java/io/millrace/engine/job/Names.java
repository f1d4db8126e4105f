package io.millrace.engine.job;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The names of projects, jobs, triggers and steps. None has a slash, a dot or an at sign in it. */
public final class Names {
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-]([A-Za-z0-9 _-]{0,98}[A-Za-z0-9_-])?");

  public static final String RULE =
      "must be 1 to 100 letters, digits, spaces, hyphens and underscores, with no space at either"
          + " end";

  private Names() {}

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  public static String check(String field, String text) {
    if (!isName(text)) {
      throw new InvalidInputException(field, text, RULE);
    }
    return text;
  }

  /** A name that must be given; empty if it was refused, which is noted. */
  static Optional<String> read(InputNode node, String field) {
    return node.required(field).flatMap(given -> given.text(text -> check(field, text)));
  }

  /**
   * The name of one of several things, each with a name of its own.
   *
   * @param taken those before it; it is added
   */
  static Optional<String> read(InputNode node, Set<String> taken, String what) {
    Optional<String> name = read(node, "name");
    if (name.isPresent() && !taken.add(name.get())) {
      node.child("name").refuse("is the name of another " + what + " of this job");
    }
    return name;
  }
}
