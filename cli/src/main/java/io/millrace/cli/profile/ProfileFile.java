package io.millrace.cli.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import io.millrace.cli.error.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The user's profiles.
 *
 * <pre>
 * default = "test"
 *
 * [profiles.test]
 * url = "https://millrace.test.example"
 * token_file = "~/.config/millrace/test.token"
 * </pre>
 */
record ProfileFile(Path path, Optional<String> defaultName, Map<String, Profile> profiles) {
  private static final Set<String> FIELDS = Set.of("url", "token", "token_file");

  /** A file that is missing has no profiles. */
  static ProfileFile read(Path path) {
    if (!Files.exists(path)) {
      return new ProfileFile(path, Optional.empty(), Map.of());
    }
    try {
      ProfileFile file = parse(path, Files.readString(path));
      boolean hasToken = file.profiles.values().stream().anyMatch(each -> each.token() != null);
      if (hasToken && FilePrivacy.othersMayRead(path)) {
        throw CommandException.usage(
            path + " holds an access token, and others can read it.",
            "Run: chmod 600 " + path + "   Replace the token if somebody may have looked.");
      }
      return file;
    } catch (JsonProcessingException broken) {
      String line = broken.getLocation() == null ? "" : ":" + broken.getLocation().getLineNr();
      throw wrong(path + line, broken.getOriginalMessage());
    } catch (IOException unreadable) {
      throw wrong(path.toString(), "cannot be read: " + unreadable.getMessage());
    }
  }

  private static ProfileFile parse(Path path, String text) throws JsonProcessingException {
    JsonNode root = new TomlMapper().readTree(text);
    Map<String, Profile> profiles = new TreeMap<>();
    for (Map.Entry<String, JsonNode> field : root.properties()) {
      if (!field.getKey().equals("default") && !field.getKey().equals("profiles")) {
        throw wrong(path.toString(), "'" + field.getKey() + "' is neither default nor profiles");
      }
    }
    for (Map.Entry<String, JsonNode> entry : root.path("profiles").properties()) {
      profiles.put(entry.getKey(), profile(path, entry.getKey(), entry.getValue()));
    }
    return new ProfileFile(path, Optional.ofNullable(text(root, "default")), profiles);
  }

  private static Profile profile(Path path, String name, JsonNode fields) {
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      if (!FIELDS.contains(field.getKey()) || !field.getValue().isTextual()) {
        throw wrong(
            path.toString(),
            "profiles." + name + "." + field.getKey() + " is not a text url, token or token_file");
      }
    }
    return new Profile(
        name, text(fields, "url"), text(fields, "token"), text(fields, "token_file"));
  }

  private static @Nullable String text(JsonNode node, String field) {
    return node.path(field).isTextual() ? node.path(field).asText() : null;
  }

  Profile profile(String name) {
    Profile found = profiles.get(name);
    if (found == null) {
      throw CommandException.usage(
          "There is no profile '" + name + "' in " + path + ".",
          profiles.isEmpty()
              ? "Write it: [profiles." + name + "] with url and token_file."
              : "There are: " + String.join(", ", profiles.keySet()) + ".");
    }
    return found;
  }

  private static CommandException wrong(String where, String reason) {
    return CommandException.usage(where + ": " + reason, "See docs/cli.md for its form.");
  }
}
