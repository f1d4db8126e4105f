package io.millrace.engine.worker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The user that programs run as, if it is not the node's own. */
record ProgramUser(String name, String uid, String gid, String home, String shell) {
  private static final String SETTING = "millrace.worker.process.user";
  private static final int FIELDS = 7;

  /**
   * @throws IllegalArgumentException if the system does not know the user, or this node cannot
   *     change to it
   */
  static ProgramUser find(String name, boolean isRoot, Map<String, String> environment) {
    if (!isRoot) {
      throw refused(name, "only a node that runs as root can run programs as another user");
    }
    if (ProgramFinder.find("setpriv", environment).isEmpty()) {
      throw refused(name, "the program setpriv (of util-linux) is not on the PATH");
    }
    return parse(name, entry(name));
  }

  /**
   * @param entry a line as in /etc/passwd; empty if there is none
   */
  static ProgramUser parse(String name, String entry) {
    String[] fields = entry.strip().split(":", -1);
    if (fields.length != FIELDS) {
      throw refused(name, "there is no such user on this machine");
    }
    return new ProgramUser(fields[0], fields[2], fields[3], fields[5], fields[6]);
  }

  private static IllegalArgumentException refused(String name, String reason) {
    return new IllegalArgumentException(SETTING + " = " + name + ": " + reason);
  }

  private static String entry(String name) {
    try {
      Process getent = new ProcessBuilder("getent", "passwd", name).start();
      return new String(getent.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException fault) {
      throw refused(name, "the user cannot be looked up: " + fault.getMessage());
    }
  }

  /** Returns the command prefix that runs a program as this user, for good. */
  List<String> command() {
    return List.of(
        "setpriv",
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
