package io.millrace.cli.error;

/** What a script learns of how a command ended. */
public enum ExitCode {
  DONE(0, "done"),
  FAILED(1, "it was done, and failed: a task that was waited for, a rejected line, a check"),
  USAGE(2, "the command line, a profile or a file is wrong; nothing was sent"),
  NOT_FOUND(3, "something that was named does not exist"),
  REFUSED(4, "the server refused: the access token, the role, the input or the state"),
  UNREACHABLE(5, "no answer, not from Millrace, or no room now");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  public String meaning() {
    return meaning;
  }

  public static ExitCode ofSuccess(boolean success) {
    return success ? DONE : FAILED;
  }
}
