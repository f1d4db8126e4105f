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
          + " of a volume, and the target an absolute path outside "
          + ContainerFiles.FOLDER;

  private static final Pattern VOLUME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");

  /** Empty if this is not the text of a mount. */
  static Optional<ContainerMount> parse(Object value) {
    String[] parts = value instanceof String text ? text.split(":", -1) : new String[0];
    if (parts.length < 2 || parts.length > 3 || !isTarget(parts[1])) {
      return Optional.empty();
    }
    String mode = parts.length == 3 ? parts[2].strip().toLowerCase(java.util.Locale.ROOT) : "rw";
    boolean known = mode.equals("ro") || mode.equals("rw");
    return known && (isPlainPath(parts[0]) || VOLUME.matcher(parts[0]).matches())
        ? Optional.of(new ContainerMount(parts[0], parts[1], mode.equals("ro")))
        : Optional.empty();
  }

  /** The files of Millrace must not end up in a folder that others see. */
  private static boolean isTarget(String text) {
    return isPlainPath(text)
        && !text.equals("/")
        && !text.equals(ContainerFiles.FOLDER)
        && !isBelow(text, ContainerFiles.FOLDER);
  }

  /** A path with {@code ..} could lead out of a folder that is allowed. */
  private static boolean isPlainPath(String text) {
    return text.startsWith("/")
        && text.indexOf('\0') < 0
        && Path.of(text).normalize().equals(Path.of(text));
  }

  /**
   * Whether a node allows this mount: one that is listed, or a folder below one that is listed for
   * reading only. Below a folder where containers may write, one of them could leave a link to
   * anywhere, and another one would follow it.
   *
   * @param allowed folders and volumes; {@code :ro} behind one allows it for reading only
   */
  boolean isAllowedBy(Collection<String> allowed) {
    if (allowed.stream().anyMatch(entry -> source.equals(place(entry)) && isModeOf(entry))) {
      return true;
    }
    boolean writable = allowed.stream().anyMatch(entry -> !isReadOnly(entry) && isBelow(entry));
    return readOnly && !writable && allowed.stream().anyMatch(this::isBelow);
  }

  private boolean isModeOf(String entry) {
    return readOnly || !isReadOnly(entry);
  }

  private boolean isBelow(String entry) {
    return isBelow(source, place(entry));
  }

  /** Whether one path is in the folder of another. */
  static boolean isBelow(String path, String folder) {
    return path.startsWith("/")
        && folder.startsWith("/")
        && !path.equals(folder)
        && Path.of(path).startsWith(Path.of(folder));
  }

  /** The folder or volume of an entry of the settings. */
  static String place(String entry) {
    return entry.replaceFirst(":r[ow]$", "");
  }

  static boolean isReadOnly(String entry) {
    return entry.endsWith(":ro");
  }
}
