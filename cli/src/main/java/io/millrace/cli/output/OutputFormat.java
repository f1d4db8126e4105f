package io.millrace.cli.output;

import java.util.Locale;

/** How answers are written. */
public enum OutputFormat {
  TABLE,
  JSON,
  YAML;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
