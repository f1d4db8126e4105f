package io.millrace.engine.worker;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The command line that starts a program: first the helpers that give it a session, a mark and its
 * user. They run as the node's user, so their full paths are used. A definition could name another
 * PATH.
 *
 * @param node the part of the node's environment that programs get
 * @param user the user to change to; empty for the node's own
 */
record ProgramCommand(Map<String, String> node, Optional<ProgramUser> user) {

  /** Whether the program leads a new session: a Ctrl-C at the node's terminal does not reach it. */
  boolean hasOwnSession() {
    return find("setsid").isPresent();
  }

  ProcessBuilder builder(ProcessConfig config, UUID attempt) {
    List<String> command = new ArrayList<>();
    find("setsid").ifPresent(path -> command.add(path.toString()));
    if (ProcessMark.isPossible()) {
      find("prlimit").ifPresent(path -> add(command, path, ProcessMark.of(attempt).arguments()));
    }
    user.ifPresent(
        other -> {
          add(command, find("setpriv").orElse(Path.of("setpriv")), other.arguments());
          // The other user changes the directory: it may be one that only the node can enter.
          config.workdir().ifPresent(dir -> command.addAll(List.of("env", "-C", dir.toString())));
        });
    command.addAll(config.argv());
    ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"));
    if (user.isEmpty()) {
      config.workdir().map(Path::toFile).ifPresent(builder::directory);
    }
    return builder;
  }

  private Optional<Path> find(String helper) {
    return new ProgramFinder(node, Optional.empty()).find(helper);
  }

  private static void add(List<String> command, Path helper, List<String> arguments) {
    command.add(helper.toString());
    command.addAll(arguments);
  }
}
