package io.millrace.cli;

import io.millrace.cli.shell.Release;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class ReleaseText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"Millrace " + Release.text()};
  }
}
