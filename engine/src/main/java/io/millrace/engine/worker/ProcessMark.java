package io.millrace.engine.worker;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
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

  private static final Pattern MARKED = Pattern.compile(LIMIT + "\\d+\\s+(\\d{1,19})\\s");

  /** Numbers from here on are more than a hundred thousand years, in microseconds. */
  private static final long LEAST = 1L << 62;

  static ProcessMark of(UUID attempt) {
    return new ProcessMark(LEAST | attempt.getLeastSignificantBits() & (LEAST - 1));
  }

  /** Whether this process can set marks: a limit can be lowered, but not raised. */
  static boolean isPossible() {
    return isPossible(SystemProcess.read(OWN_LIMITS));
  }

  static boolean isPossible(String ownLimits) {
    return NONE.matcher(ownLimits).find();
  }

  /** Returns the arguments of prlimit that give a program this mark. */
  List<String> arguments() {
    return List.of("--rttime=" + number + ":" + number, "--");
  }

  /** Returns the mark of a process; empty if it has none. */
  static Optional<ProcessMark> find(String limits) {
    Matcher limit = MARKED.matcher(limits);
    long number = limit.find() ? Long.parseUnsignedLong(limit.group(1)) : 0;
    return number >= LEAST ? Optional.of(new ProcessMark(number)) : Optional.empty();
  }

  /**
   * @param limits the limits of a process, as in /proc
   */
  boolean isIn(String limits) {
    return find(limits).filter(this::equals).isPresent();
  }
}
