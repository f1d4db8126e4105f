package io.millrace.cli.profile;

import io.millrace.cli.error.CommandException;
import io.millrace.cli.shell.Shell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the node that is meant. What is on the command line wins over the environment, that over
 * the default profile, and that over a node nearby. The token of one installation is never sent to
 * another.
 */
public final class ConnectionFinder {
  private static final String DEFAULT_URL = "http://127.0.0.1:8080";

  private record Found(String value, String origin) {}

  private final Shell shell;
  private final ConnectionOptions options;
  private final Optional<Profile> named;
  private final Optional<Profile> usual;
  private final Optional<NearNode> near;

  private ConnectionFinder(Shell shell, ConnectionOptions options) {
    this.shell = shell;
    this.options = options;
    ProfileFile file = ProfileFile.read(shell.configDir().resolve("config.toml"));
    this.named = Optional.ofNullable(options.profile).map(file::profile);
    this.usual = shell.variable("MILLRACE_PROFILE").or(file::defaultName).map(file::profile);
    this.near = NearNode.find(shell);
  }

  public static Connection find(Shell shell, ConnectionOptions options) {
    ConnectionFinder finder = new ConnectionFinder(shell, options);
    Found url = finder.url();
    Optional<Found> token = finder.token(url);
    return new Connection(
        url.value,
        token.map(Found::value).orElse(null),
        url.origin,
        token.map(Found::origin).orElse("none was found"));
  }

  private Found url() {
    return given(options.url, "--url")
        .or(() -> named.flatMap(ConnectionFinder::url))
        .or(() -> shell.variable("MILLRACE_URL").map(url -> new Found(url, "MILLRACE_URL")))
        .or(() -> usual.flatMap(ConnectionFinder::url))
        .or(() -> near.map(node -> new Found(node.url(), "the node in " + node.dataDir())))
        .orElse(new Found(DEFAULT_URL, "the default"));
  }

  private static Optional<Found> url(Profile profile) {
    return given(profile.url(), "profile " + profile.name());
  }

  private Optional<Found> token(Found url) {
    return Optional.ofNullable(options.tokenFile)
        .map(file -> new Found(read(file), "--token-file " + file))
        .or(() -> named.filter(profile -> belongs(profile.url(), url)).flatMap(this::token))
        .or(() -> shell.variable("MILLRACE_TOKEN").map(text -> new Found(text, "MILLRACE_TOKEN")))
        .or(() -> usual.filter(profile -> belongs(profile.url(), url)).flatMap(this::token))
        .or(
            () ->
                near.filter(node -> belongs(node.url(), url))
                    .flatMap(node -> given(node.token(), node.dataDir() + "/admin-token")));
  }

  /** A profile without an address has the token for whatever is meant. */
  private static boolean belongs(@Nullable String owner, Found url) {
    return owner == null || bare(owner).equals(bare(url.value));
  }

  private static String bare(String url) {
    return url.replaceFirst("/+$", "");
  }

  private Optional<Found> token(Profile profile) {
    String origin = "profile " + profile.name();
    return given(profile.token(), origin)
        .or(
            () ->
                Optional.ofNullable(profile.tokenFile())
                    .map(file -> new Found(read(file), origin + ", file " + file)));
  }

  private String read(String name) {
    try {
      if (name.equals("-")) {
        return new String(shell.in().readAllBytes(), StandardCharsets.UTF_8).strip();
      }
      Path file = shell.file(name);
      if (FilePrivacy.othersMayRead(file)) {
        shell.err().println("Warning: others can read the token in " + file + ": chmod 600 it");
      }
      return Files.readString(file).strip();
    } catch (IOException unreadable) {
      throw CommandException.usage(
          "The file of the access token cannot be read: " + name,
          "Check --token-file, or token_file of the profile.");
    }
  }

  private static Optional<Found> given(@Nullable String value, String origin) {
    return value == null || value.isEmpty()
        ? Optional.empty()
        : Optional.of(new Found(value, origin));
  }
}
