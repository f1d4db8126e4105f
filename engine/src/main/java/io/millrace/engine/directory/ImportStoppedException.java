package io.millrace.engine.directory;

/** An import could not continue. Everything saved before stays. */
public final class ImportStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long lines;

  ImportStoppedException(long lines, Exception cause) {
    super("The import stopped after " + lines + " lines: " + cause.getMessage(), cause);
    this.lines = lines;
  }

  /** The number of lines that were processed, from the first. */
  public long lines() {
    return lines;
  }
}
