package io.millrace.cli.command;

import io.millrace.cli.profile.ConnectionOptions;
import io.millrace.cli.shell.Shell;

/** The root of the commands, which has the shell. */
public interface ShellHolder {
  Shell shell();

  /** What was said of the node before the name of the command. */
  ConnectionOptions connection();
}
