package io.millrace.engine.worker;

import com.typesafe.config.Config;
import io.millrace.engine.platform.SystemCalls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What programs may see of the node they run on.
 *
 * @param environment the part of the node's environment that they get
 * @param user whom they run as; empty = the node's own user
 */
record ProgramSettings(Map<String, String> environment, Optional<ProgramUser> user) {
  private static final Logger LOG = LoggerFactory.getLogger(ProgramSettings.class);

  private static final Set<String> ALWAYS =
      Set.of("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "USER", "LOGNAME", "SHELL");

  /** Of the node's environment no more than every program needs. */
  static ProgramSettings of(Map<String, String> environment) {
    return new ProgramSettings(allowed(environment, List.of()), Optional.empty());
  }

  /**
   * @param worker {@code millrace.worker}
   * @throws IllegalArgumentException if programs cannot be run like this
   */
  static ProgramSettings of(Config worker, Map<String, String> environment, boolean isRoot) {
    List<String> more = worker.getStringList("process.environment");
    String name = worker.getString("process.user");
    more.stream()
        .filter(ProgramSettings::isOfTheNode)
        .findFirst()
        .ifPresent(
            own -> {
              throw new IllegalArgumentException(
                  "millrace.worker.process.environment has %s: programs never get the node's own settings"
                      .formatted(own));
            });
    Map<String, String> allowed = allowed(environment, more);
    if (!name.isEmpty()) {
      ProgramUser user = ProgramUser.find(name, isRoot, allowed);
      allowed.putAll(user.environment());
      return new ProgramSettings(allowed, Optional.of(user));
    }
    if (isRoot && worker.getInt("slots") > 0) {
      LOG.warn(
          "This node runs as root, and so do the programs of its tasks: they can read everything."
              + " Run it as another user, or set millrace.worker.process.user");
    }
    return new ProgramSettings(allowed, Optional.empty());
  }

  /** Those of this process. */
  static ProgramSettings of(Config worker) {
    return of(worker, System.getenv(), SystemCalls.isRoot());
  }

  private static Map<String, String> allowed(Map<String, String> environment, List<String> more) {
    Map<String, String> allowed = new HashMap<>(environment);
    allowed
        .keySet()
        .removeIf(
            name -> !ALWAYS.contains(name) && !name.startsWith("LC_") && !more.contains(name));
    return allowed;
  }

  private static boolean isOfTheNode(String name) {
    return name.startsWith(ProcessEnvironment.PREFIX);
  }
}
