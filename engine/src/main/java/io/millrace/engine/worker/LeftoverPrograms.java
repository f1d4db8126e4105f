package io.millrace.engine.worker;

import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of attempts whose node was killed. A process belongs to an attempt if its
 * environment or its mark says so. No process number is kept, so a number that another process got
 * meanwhile does no harm.
 */
final class LeftoverPrograms {
  private static final Logger LOG = LoggerFactory.getLogger(LeftoverPrograms.class);
  private static final Duration PAUSE = Duration.ofMillis(20);

  /** A process that is being killed may take a while to go, but hardly that long. */
  private static final Duration KILLED_WITHIN = Duration.ofSeconds(5);

  private final Set<String> variables;
  private final Set<ProcessMark> marks;

  private LeftoverPrograms(Collection<UUID> attempts) {
    this.variables =
        attempts.stream().map(uid -> ProcessEnvironment.ATTEMPT + uid).collect(toSet());
    this.marks = attempts.stream().map(ProcessMark::of).collect(toSet());
  }

  /** Asks all programs to end, and kills the ones that still run after the grace period. */
  static void end(Collection<UUID> attempts, Duration grace) {
    if (attempts.isEmpty()) {
      return;
    }
    LeftoverPrograms programs = new LeftoverPrograms(attempts);
    Set<ProcessHandle> ended = new HashSet<>();
    boolean gone =
        programs.repeat(grace, found -> ask(found, ended))
            || programs.repeat(KILLED_WITHIN, found -> kill(found, ended));
    if (!gone) {
      LOG.error("Programs of a node that was killed still run: attempts {}", attempts);
    } else if (!ended.isEmpty()) {
      LOG.warn(
          "Ended {} processes that a killed node had left running: attempts {}",
          ended.size(),
          attempts);
    }
  }

  private static void ask(Set<ProcessHandle> found, Set<ProcessHandle> ended) {
    found.stream().filter(ended::add).forEach(ProcessHandle::destroy);
  }

  private static void kill(Set<ProcessHandle> found, Set<ProcessHandle> ended) {
    ended.addAll(found);
    found.forEach(ProcessHandle::destroyForcibly);
  }

  /** Signals every process that is found, until none is left. False if the time is over. */
  private boolean repeat(Duration atMost, Consumer<Set<ProcessHandle>> signal) {
    long end = System.nanoTime() + atMost.toNanos();
    for (Set<ProcessHandle> found = find(); !found.isEmpty(); found = find()) {
      signal.accept(found);
      if (System.nanoTime() - end > 0 || !paused()) {
        return false;
      }
    }
    return true;
  }

  private static boolean paused() {
    try {
      Thread.sleep(PAUSE.toMillis());
      return true;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Set<ProcessHandle> find() {
    return SystemProcess.all()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(this::isLeftOver)
        .map(SystemProcess::handle)
        .flatMap(Optional::stream)
        .collect(toSet());
  }

  private boolean isLeftOver(SystemProcess process) {
    return Stream.of(process.environment().split("\0")).anyMatch(variables::contains)
        || ProcessMark.find(process.limits()).filter(marks::contains).isPresent();
  }
}
