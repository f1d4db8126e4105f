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
 * The environment and user of programs.
 *
 * @param environment the part of the node's environment that they get
 * @param user the user that they run as; empty for the node's own user
 */
record ProgramSettings(Map<String, String> environment, Optional<ProgramUser> user) {
  private static final Logger LOG = LoggerFactory.getLogger(ProgramSettings.class);

  private static final Set<String> ALWAYS =
      Set.of("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "USER", "LOGNAME", "SHELL");

  /** Passes on only the variables that every program needs. */
  static ProgramSettings of(Map<String, String> environment) {
    return new ProgramSettings(allowed(environment, List.of()), Optional.empty());
  }

  /**
   * @param worker {@code millrace.worker}
   * @throws IllegalArgumentException if programs cannot run with these settings
   */
  static ProgramSettings of(Config worker, Map<String, String> environment, boolean isRoot) {
    List<String> more = worker.getStringList("process.environment");
    String userName = worker.getString("process.user");
    more.stream()
        .filter(ProgramSettings::isNodeSetting)
        .findFirst()
        .ifPresent(
            setting -> {
              throw new IllegalArgumentException(
                  "millrace.worker.process.environment has %s: programs never get the settings of the node"
                      .formatted(setting));
            });
    Map<String, String> allowed = allowed(environment, more);
    if (!userName.isEmpty()) {
      ProgramUser user = ProgramUser.find(userName, isRoot, allowed);
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

  /** Reads the settings for this process. */
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

  private static boolean isNodeSetting(String name) {
    return name.startsWith(ProcessEnvironment.PREFIX);
  }
}
