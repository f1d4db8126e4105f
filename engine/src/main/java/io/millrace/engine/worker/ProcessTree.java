package io.millrace.engine.worker;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A program and all processes that it started, including daemons and children of parents that died.
 * On Linux those are recognized by their session, by a variable in their environment, and by a mark
 * that they inherit.
 */
final class ProcessTree {
  private static final int MAX_ROUNDS = 100;

  /** The start time of this node. All its processes are younger. */
  private static final long NODE_START =
      SystemProcess.find("self").map(SystemProcess::start).orElse(0L);

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
    this.session = Long.toString(root.pid());
    this.start = SystemProcess.find(session).map(SystemProcess::start).orElse(NODE_START);
    this.ownSession = ownSession;
    this.variable = ProcessEnvironment.ATTEMPT + attempt;
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
    SystemProcess.all()
        .filter(this::isOurs)
        .map(SystemProcess::handle)
        .flatMap(Optional::stream)
        .forEach(all::add);
    return all;
  }

  /** An older process cannot belong to the program, and closer checks take time. */
  private boolean isOurs(SystemProcess process) {
    return process.start() >= start
        && (isInSession(process)
            || process.environment().contains(variable)
            || mark.isIn(process.limits()));
  }

  /**
   * No mix-up is possible: the system never gives the number of an existing session to a process.
   */
  private boolean isInSession(SystemProcess process) {
    return ownSession && process.session().equals(session);
  }
}
