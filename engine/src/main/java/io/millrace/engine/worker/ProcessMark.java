package io.millrace.engine.worker;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A number that everything an attempt starts inherits, whatever it does to its parents, session and
 * environment: the limit of the time that real-time processes may take. That limit is so high that
 * it limits nothing. Only a program that sets it anew loses the mark.
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

  /** Whether this process can give marks: a limit can be lowered, not raised. */
  static boolean isPossible() {
    return isPossible(ProcessTree.read(OWN_LIMITS));
  }

  static boolean isPossible(String ownLimits) {
    return NONE.matcher(ownLimits).find();
  }

  /** What goes before a program so that it has this mark. */
  List<String> command() {
    return List.of("prlimit", "--rttime=" + number + ":" + number, "--");
  }

  /**
   * @param limits of a process, as in /proc
   */
  boolean isIn(String limits) {
    return Pattern.compile(LIMIT + "\\d+\\s+" + number + "\\s").matcher(limits).find();
  }
}
