package io.millrace.engine.worker;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A process of this machine, as Linux shows it in /proc.
 *
 * @param start when it was started, in clock ticks
 * @param session the number of its session
 */
record SystemProcess(long pid, long start, String session) {
  private static final File PROC = new File("/proc");
  private static final int SESSION = 3;
  private static final int START = 19;
  private static final int MEMORY = 20;

  /** All processes that run. None where there is no /proc. */
  static Stream<SystemProcess> all() {
    String[] names = PROC.list();
    return names == null
        ? Stream.empty()
        : Stream.of(names)
            .filter(name -> Character.isDigit(name.charAt(0)))
            .map(SystemProcess::find)
            .flatMap(Optional::stream);
  }

  /** Empty if there is no such process. One without memory is ending, or a zombie. */
  static Optional<SystemProcess> find(String pid) {
    String stat = read(PROC.toPath().resolve(pid).resolve("stat"));
    // pid (name) state parent …, where the name may have spaces and brackets
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
    return fields.length > MEMORY && !fields[MEMORY].equals("0")
        ? Optional.of(
            new SystemProcess(
                Long.parseLong(stat.substring(0, stat.indexOf(' '))),
                Long.parseLong(fields[START]),
                fields[SESSION]))
        : Optional.empty();
  }

  /** Its variables, with the character NUL after each; empty if it belongs to someone else. */
  String environment() {
    return read("environ");
  }

  String limits() {
    return read("limits");
  }

  private String read(String name) {
    return read(PROC.toPath().resolve(Long.toString(pid)).resolve(name));
  }

  Optional<ProcessHandle> handle() {
    return ProcessHandle.of(pid);
  }

  /** Returns an empty text for a process that has ended or belongs to someone else. */
  static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
