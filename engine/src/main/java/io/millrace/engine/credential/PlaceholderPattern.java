package io.millrace.engine.credential;

import java.util.regex.Pattern;

/**
 * The form in which a definition names a value of its project: {@code ${config.NAME}}, {@code
 * ${secret.NAME}}.
 */
public final class PlaceholderPattern {
  /** The first group is the kind, the second the name. */
  public static final Pattern PATTERN =
      Pattern.compile("\\$\\{(config|secret)\\.([A-Za-z0-9._-]{1,100})}");

  private PlaceholderPattern() {}
}
