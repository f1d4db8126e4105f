package io.millrace.cli;

import io.millrace.cli.command.CommandGroup;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Builds the commands. To look at all of them costs a quarter of the start, so it builds only those
 * that the command line names, if it names them right.
 */
final class CommandTree {
  private CommandTree() {}

  static CommandLine build(Object root, List<String> words) {
    CommandLine line = new CommandLine(root);
    if (root instanceof CommandGroup group) {
      List<Class<?>> all = group.commands();
      List<Class<?>> named =
          words.isEmpty()
              ? List.of()
              : all.stream().filter(c -> isCalled(c, words.get(0))).toList();
      for (Class<?> each : named.isEmpty() ? all : named) {
        line.addSubcommand(
            build(instance(each), named.isEmpty() ? List.of() : words.subList(1, words.size())));
      }
    }
    return line;
  }

  private static boolean isCalled(Class<?> type, String word) {
    Command command = type.getAnnotation(Command.class);
    return command.name().equals(word) || Arrays.asList(command.aliases()).contains(word);
  }

  private static Object instance(Class<?> type) {
    try {
      return CommandLine.defaultFactory().create(type);
    } catch (Exception fault) {
      throw new IllegalStateException(fault);
    }
  }
}
