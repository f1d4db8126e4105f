package io.millrace.engine.worker;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A program and all processes that it started, including daemons and children of parents that died.
 * On Linux those are recognized by their session, by a variable in their environment, and by a mark
 * that they inherit.
 */
final class ProcessTree {
  private static final File PROC = new File("/proc");
  private static final int MAX_ROUNDS = 100;
  private static final int SESSION = 3;
  private static final int START = 19;
  private static final int MEMORY = 20;

  /** The start time of this node. All its processes are younger. */
  private static final long NODE_START = start("self").orElse(0);

  private final ProcessHandle root;
  private final long start;
  private final boolean ownSession;
  private final String session;
  private final String variable;
  private final ProcessMark mark;

  /**
   * @param ownSession whether the program leads a new session
   * @param attempt the attempt that it was started for; no other program has the same
   */
  ProcessTree(ProcessHandle root, boolean ownSession, UUID attempt) {
    this.root = root;
    this.start = start(Long.toString(root.pid())).orElse(NODE_START);
    this.ownSession = ownSession;
    this.session = Long.toString(root.pid());
    this.variable = "MILLRACE_ATTEMPT_UID=" + attempt;
    this.mark = ProcessMark.of(attempt);
  }

  /** Kills all processes forcibly and returns how many there were. */
  int kill() {
    Set<ProcessHandle> killed = new HashSet<>();
    // A process that was just forking has a child that only the next round finds.
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Set<ProcessHandle> found = living();
      found.removeAll(killed);
      if (found.isEmpty()) {
        break;
      }
      found.forEach(ProcessHandle::destroyForcibly);
      killed.addAll(found);
    }
    return killed.size();
  }

  private Set<ProcessHandle> living() {
    Set<ProcessHandle> all = new HashSet<>();
    if (root.isAlive()) {
      all.add(root);
      root.descendants().forEach(all::add);
    }
    String[] names = PROC.list();
    if (names != null) {
      Stream.of(names)
          .filter(name -> Character.isDigit(name.charAt(0)))
          .filter(this::isOurs)
          .map(name -> ProcessHandle.of(Long.parseLong(name)))
          .flatMap(Optional::stream)
          .forEach(all::add);
    }
    return all;
  }

  private boolean isOurs(String pid) {
    Path dir = PROC.toPath().resolve(pid);
    String[] stat = stat(pid);
    // An older process cannot belong to the program, and closer checks take time. A process without
    // memory is ending, or a zombie.
    return stat.length > MEMORY
        && Long.parseLong(stat[START]) >= start
        && !stat[MEMORY].equals("0")
        && (isInSession(stat)
            || read(dir.resolve("environ")).contains(variable)
            || mark.isIn(read(dir.resolve("limits"))));
  }

  /** Returns when a process was started, in clock ticks; empty if it does not exist. */
  private static OptionalLong start(String pid) {
    String[] stat = stat(pid);
    return stat.length > START
        ? OptionalLong.of(Long.parseLong(stat[START]))
        : OptionalLong.empty();
  }

  /** Returns state, parent, group, session and so on: the fields after the pid and the name. */
  private static String[] stat(String pid) {
    String stat = read(PROC.toPath().resolve(pid).resolve("stat"));
    // pid (name) state parent …, where the name may have spaces and brackets
    return stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
  }

  /**
   * No mix-up is possible: the system never gives the number of an existing session to a process.
   */
  private boolean isInSession(String[] fields) {
    return ownSession && fields[SESSION].equals(session);
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
