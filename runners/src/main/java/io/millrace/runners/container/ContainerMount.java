package io.millrace.runners.container;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A folder of the engine's machine, or a volume of the engine, within a container. It is written as
 * {@code source:target}, with {@code :ro} or {@code :rw} behind it.
 *
 * @param source an absolute path, or the name of a volume
 * @param target the absolute path in the container
 */
record ContainerMount(String source, String target, boolean readOnly) {
  static final String RULE =
      "must be source:target or source:target:ro, where the source is an absolute path or the name"
          + " of a volume, and the target an absolute path";

  private static final Pattern VOLUME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");

  /** Empty if this is not the text of a mount. */
  static Optional<ContainerMount> parse(Object value) {
    String[] parts = value instanceof String text ? text.split(":", -1) : new String[0];
    if (parts.length < 2 || parts.length > 3 || !isPlainPath(parts[1]) || parts[1].equals("/")) {
      return Optional.empty();
    }
    String mode = parts.length == 3 ? parts[2].strip().toLowerCase(java.util.Locale.ROOT) : "rw";
    boolean known = mode.equals("ro") || mode.equals("rw");
    return known && (isPlainPath(parts[0]) || VOLUME.matcher(parts[0]).matches())
        ? Optional.of(new ContainerMount(parts[0], parts[1], mode.equals("ro")))
        : Optional.empty();
  }

  /** A path with {@code ..} could lead out of a folder that is allowed. */
  private static boolean isPlainPath(String text) {
    return text.startsWith("/")
        && text.indexOf('\0') < 0
        && Path.of(text).normalize().equals(Path.of(text));
  }

  /**
   * Whether a node allows this mount.
   *
   * @param allowed folders and volumes; {@code :ro} behind one allows it for reading only
   */
  boolean isAllowedBy(Collection<String> allowed) {
    return allowed.stream().anyMatch(this::isAllowedBy);
  }

  private boolean isAllowedBy(String entry) {
    boolean onlyToRead = entry.endsWith(":ro");
    String place = entry.replaceFirst(":r[ow]$", "");
    boolean within =
        source.startsWith("/")
            ? place.startsWith("/") && Path.of(source).startsWith(Path.of(place))
            : source.equals(place);
    return within && (readOnly || !onlyToRead);
  }
}
