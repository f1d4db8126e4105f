package io.millrace.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** How long processes have used a core, in seconds, as Linux counts it. */
final class CpuTime {
  private static final double TICKS_A_SECOND = 100;
  private static final int PARENT = 1;
  private static final int USER = 11;
  private static final int CHILDREN_SYSTEM = 14;
  private static final Path PROC = Path.of("/proc");

  private CpuTime() {}

  /** Of these, with all of their children that have ended. */
  static double of(Collection<Long> pids) throws IOException {
    double ticks = 0;
    for (long pid : pids) {
      List<String> stat = stat(PROC.resolve(Long.toString(pid)));
      for (int field = USER; !stat.isEmpty() && field <= CHILDREN_SYSTEM; field++) {
        ticks += Long.parseLong(stat.get(field));
      }
    }
    return ticks / TICKS_A_SECOND;
  }

  /** The parent of a process, and all of its children. */
  static List<Long> family(long child) throws IOException {
    String parent = stat(PROC.resolve(Long.toString(child))).get(PARENT);
    List<Long> family = new ArrayList<>(List.of(Long.valueOf(parent)));
    try (Stream<Path> all = Files.list(PROC)) {
      for (Path process : all.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
        List<String> stat = stat(process);
        if (!stat.isEmpty() && stat.get(PARENT).equals(parent)) {
          family.add(Long.valueOf(process.getFileName().toString()));
        }
      }
    }
    return family;
  }

  /** What follows the name of the program; empty if there is no such process. */
  private static List<String> stat(Path process) throws IOException {
    try {
      String line = Files.readString(process.resolve("stat"));
      return List.of(line.substring(line.lastIndexOf(')') + 2).strip().split(" "));
    } catch (IOException ended) {
      return List.of();
    }
  }
}
