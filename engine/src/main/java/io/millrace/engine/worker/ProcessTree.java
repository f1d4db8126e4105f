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
 * A program and everything it started, also what was left to init by a parent that died or has made
 * itself a daemon: on Linux those are known by their session, by a mark in their environment, and
 * by a mark that they inherit.
 */
final class ProcessTree {
  private static final File PROC = new File("/proc");
  private static final int MAX_ROUNDS = 100;
  private static final int SESSION = 3;
  private static final int START = 19;
  private static final int MEMORY = 20;

  /** Whatever this node starts is younger than the node. */
  private static final long NODE_START = start("self").orElse(0);

  private final ProcessHandle root;
  private final long start;
  private final boolean ownSession;
  private final String session;
  private final String variable;
  private final ProcessMark mark;

  /**
   * @param ownSession whether the program was made the leader of a new session
   * @param attempt what it was started for: no other program was
   */
  ProcessTree(ProcessHandle root, boolean ownSession, UUID attempt) {
    this.root = root;
    this.start = start(Long.toString(root.pid())).orElse(NODE_START);
    this.ownSession = ownSession;
    this.session = Long.toString(root.pid());
    this.variable = "MILLRACE_ATTEMPT_UID=" + attempt;
    this.mark = ProcessMark.of(attempt);
  }

  /** Kills all of it, with no chance to object, and says how many there were. */
  int kill() {
    Set<ProcessHandle> killed = new HashSet<>();
    // One that was just forking has a child that only the next look can find.
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
    // What is older cannot be of the program, and to look closer takes time. One that has given
    // back its memory is ending by itself, or a zombie.
    return stat.length > MEMORY
        && Long.parseLong(stat[START]) >= start
        && !stat[MEMORY].equals("0")
        && (isInSession(stat)
            || read(dir.resolve("environ")).contains(variable)
            || mark.isIn(read(dir.resolve("limits"))));
  }

  /** When a process was started, in ticks of the machine; empty if it is not there. */
  private static OptionalLong start(String pid) {
    String[] stat = stat(pid);
    return stat.length > START
        ? OptionalLong.of(Long.parseLong(stat[START]))
        : OptionalLong.empty();
  }

  /** State, parent, group, session and so on: what comes behind the pid and the name. */
  private static String[] stat(String pid) {
    String stat = read(PROC.toPath().resolve(pid).resolve("stat"));
    // pid (name) state parent …, where the name may have spaces and brackets
    return stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
  }

  /** Safe from mix-ups: a number that is some process's session is never given to a new process. */
  private boolean isInSession(String[] fields) {
    return ownSession && fields[SESSION].equals(session);
  }

  /** Empty for one that has ended in between, or that belongs to someone else. */
  static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
