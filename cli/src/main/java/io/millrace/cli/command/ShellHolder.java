package io.millrace.cli.command;

import io.millrace.cli.shell.Shell;

/** The root of the commands, which has the shell. */
public interface ShellHolder {
  Shell shell();
}
