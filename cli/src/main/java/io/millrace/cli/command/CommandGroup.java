package io.millrace.cli.command;

import java.util.List;

/** A command that has others below it. */
public interface CommandGroup {
  /** Their classes, in the order of the help. */
  List<Class<?>> commands();
}
