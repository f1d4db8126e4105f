package io.millrace.cli.error;

/** A command cannot continue. The message says why, and what to do next. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;
  private final String next;

  /**
   * @param next what to do; empty if the message says so
   */
  public CommandException(ExitCode exitCode, String message, String next) {
    super(message);
    this.exitCode = exitCode;
    this.next = next;
  }

  public static CommandException usage(String message, String next) {
    return new CommandException(ExitCode.USAGE, message, next);
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  public String next() {
    return next;
  }
}
