package io.millrace.engine.worker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The user that programs run as, if it is not the node's own. */
record ProgramUser(String name, String uid, String gid, String home, String shell) {
  private static final String SETTINGS = "millrace.worker.process.";
  private static final int FIELDS = 7;

  /**
   * @param setting the setting that names the user
   * @throws IllegalArgumentException if the system does not know the user, or this node cannot
   *     change to it
   */
  static ProgramUser find(
      String setting, String name, boolean isRoot, Map<String, String> environment) {
    if (!isRoot) {
      throw refused(
          setting, name, "only a node that runs as root can run programs as another user");
    }
    if (new ProgramFinder(environment, Optional.empty()).find("setpriv").isEmpty()) {
      throw refused(setting, name, "the program setpriv (of util-linux) is not on the PATH");
    }
    return parse(setting, name, entry(setting, name));
  }

  /**
   * @param entry a line as in /etc/passwd; empty if there is none
   */
  static ProgramUser parse(String setting, String name, String entry) {
    String[] fields = entry.strip().split(":", -1);
    if (fields.length != FIELDS) {
      throw refused(setting, name, "there is no such user on this machine");
    }
    return new ProgramUser(fields[0], fields[2], fields[3], fields[5], fields[6]);
  }

  private static IllegalArgumentException refused(String setting, String name, String reason) {
    return new IllegalArgumentException(SETTINGS + setting + " = " + name + ": " + reason);
  }

  private static String entry(String setting, String name) {
    try {
      Process getent = new ProcessBuilder("getent", "passwd", name).start();
      return new String(getent.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException fault) {
      throw refused(setting, name, "the user cannot be looked up: " + fault.getMessage());
    }
  }

  /** Returns the arguments of setpriv that run a program as this user, for good. */
  List<String> arguments() {
    return List.of(
        "--reuid=" + uid,
        "--regid=" + gid,
        "--init-groups",
        "--inh-caps=-all",
        "--no-new-privs",
        "--");
  }

  Map<String, String> environment() {
    return Map.of("USER", name, "LOGNAME", name, "HOME", home, "SHELL", shell);
  }
}
