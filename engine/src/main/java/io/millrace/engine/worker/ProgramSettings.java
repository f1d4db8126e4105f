package io.millrace.engine.worker;

import com.typesafe.config.Config;
import io.millrace.engine.platform.SystemCalls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The environment and user of programs.
 *
 * @param environment the part of the node's environment that they get
 * @param user the user that they run as; empty for the node's own user
 * @param users the users that a definition may choose instead, by name
 */
record ProgramSettings(
    Map<String, String> environment, Optional<ProgramUser> user, Map<String, ProgramUser> users) {
  private static final Logger LOG = LoggerFactory.getLogger(ProgramSettings.class);

  private static final Set<String> ALWAYS =
      Set.of("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "USER", "LOGNAME", "SHELL");

  /** Passes on only the variables that every program needs. */
  static ProgramSettings of(Map<String, String> environment) {
    return new ProgramSettings(allowed(environment, List.of()), Optional.empty(), Map.of());
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
    Map<String, ProgramUser> users = new TreeMap<>();
    for (String name : worker.getStringList("process.users")) {
      users.put(name, ProgramUser.find("users", name, isRoot, allowed));
    }
    if (!userName.isEmpty()) {
      ProgramUser user = ProgramUser.find("user", userName, isRoot, allowed);
      users.put(userName, user);
      return new ProgramSettings(allowed, Optional.of(user), users);
    }
    if (isRoot && worker.getInt("slots") > 0) {
      LOG.warn(
          "This node runs as root, and so do the programs of its tasks: they can read everything."
              + " Run it as another user, or set millrace.worker.process.user");
    }
    return new ProgramSettings(allowed, Optional.empty(), users);
  }

  /** Why a definition may not choose this user; empty if it may. */
  Optional<String> refusal(Object chosen) {
    if (chosen instanceof String name && users.containsKey(name)) {
      return Optional.empty();
    }
    return Optional.of(
        "must be a user that millrace.worker.process.users of the node lists: "
            + (users.isEmpty() ? "it lists none" : String.join(", ", users.keySet())));
  }

  /** Returns the settings for a program whose definition may choose its user. */
  ProgramSettings as(Optional<String> chosen) {
    Optional<ProgramUser> runsAs = chosen.isPresent() ? chosen.map(users::get) : user;
    Map<String, String> variables = new HashMap<>(environment);
    runsAs.ifPresent(known -> variables.putAll(known.environment()));
    return new ProgramSettings(variables, runsAs, users);
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
