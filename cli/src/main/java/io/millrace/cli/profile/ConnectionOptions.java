package io.millrace.cli.profile;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which node is meant. */
public final class ConnectionOptions {
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The address of a node, such as http://127.0.0.1:8080. Also: MILLRACE_URL.")
  @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "A file with the access token; - is the standard input. Also: MILLRACE_TOKEN.")
  @Nullable String tokenFile;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "A profile of ~/.config/millrace/config.toml. Also: MILLRACE_PROFILE.")
  @Nullable String profile;

  /** These, and what they leave out from the others. */
  public ConnectionOptions orElse(ConnectionOptions others) {
    ConnectionOptions both = new ConnectionOptions();
    both.url = url == null ? others.url : url;
    both.tokenFile = tokenFile == null ? others.tokenFile : tokenFile;
    both.profile = profile == null ? others.profile : profile;
    return both;
  }
}
