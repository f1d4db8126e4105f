package io.millrace.engine.worker;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A number that every process of an attempt inherits, even if it changes its parent, session or
 * environment: the limit of CPU time for real-time processes. It is so high that it limits nothing.
 * Only a program that sets this limit itself loses the mark.
 */
record ProcessMark(long number) {
  private static final Path OWN_LIMITS = Path.of("/proc/self/limits");
  private static final String LIMIT = "Max realtime timeout\\s+";
  private static final Pattern NONE = Pattern.compile(LIMIT + "unlimited\\s+unlimited\\s");

  /** Numbers from here on are more than a hundred thousand years, in microseconds. */
  private static final long LEAST = 1L << 62;

  static ProcessMark of(UUID attempt) {
    return new ProcessMark(LEAST | attempt.getLeastSignificantBits() & (LEAST - 1));
  }

  /** Whether this process can set marks: a limit can be lowered, but not raised. */
  static boolean isPossible() {
    return isPossible(ProcessTree.read(OWN_LIMITS));
  }

  static boolean isPossible(String ownLimits) {
    return NONE.matcher(ownLimits).find();
  }

  /** Returns the command prefix that gives a program this mark. */
  List<String> command() {
    return List.of("prlimit", "--rttime=" + number + ":" + number, "--");
  }

  /**
   * @param limits the limits of a process, as in /proc
   */
  boolean isIn(String limits) {
    return Pattern.compile(LIMIT + "\\d+\\s+" + number + "\\s").matcher(limits).find();
  }
}
