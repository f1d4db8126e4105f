package io.millrace.cli.profile;

import io.millrace.cli.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A node that keeps its data next to where the user is. It writes its address and its admin token
 * there.
 *
 * @param token null if the node was given one that it does not write down
 */
record NearNode(Path dataDir, String url, @Nullable String token) {

  /** The folder of another user does not count: it could lead the user anywhere. */
  static Optional<NearNode> find(Shell shell) {
    Path dataDir = shell.file(shell.variable("MILLRACE_DATA_DIR").orElse(".millrace"));
    if (!Files.isDirectory(dataDir) || !FilePrivacy.isOwn(dataDir)) {
      return Optional.empty();
    }
    return text(dataDir.resolve("url"))
        .map(url -> new NearNode(dataDir, url, text(dataDir.resolve("admin-token")).orElse(null)));
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file).strip()).filter(text -> !text.isEmpty());
    } catch (IOException missing) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "NearNode[" + dataDir + "]";
  }
}
