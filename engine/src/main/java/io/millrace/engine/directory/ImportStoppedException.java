package io.millrace.engine.directory;

/** An import could not go on; what was saved until then stays. */
public final class ImportStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long lines;

  ImportStoppedException(long lines, Exception cause) {
    super("The import stopped after " + lines + " lines: " + cause.getMessage(), cause);
    this.lines = lines;
  }

  /** How many lines from the first were dealt with. */
  public long lines() {
    return lines;
  }
}
