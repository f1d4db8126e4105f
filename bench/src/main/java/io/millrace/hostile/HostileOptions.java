package io.millrace.hostile;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the suite was told.
 *
 * @param url empty = a node of its own
 * @param token the admin token; empty if none was given
 * @param given the other options, with their values
 */
record HostileOptions(String url, String token, Map<String, String> given) {
  private static final Set<String> FLAGS = Set.of("--programs", "--mine");
  private static final Set<String> VALUES =
      Set.of("--token-file", "--seed", "--size", "--only", "--cluster", "--log", "--listen");

  /**
   * @param token of the environment; absent = none
   * @param seed unless one is given
   * @throws IllegalArgumentException with what is wrong
   */
  static HostileOptions parse(List<String> args, @Nullable String token, long seed)
      throws IOException {
    Map<String, String> given = new HashMap<>(Map.of("--seed", Long.toString(seed)));
    String url = "";
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (FLAGS.contains(arg)) {
        given.put(arg, "");
      } else if (VALUES.contains(arg)) {
        must(i + 1 < args.size(), arg + " needs a value");
        given.put(arg, args.get(++i));
      } else {
        must(!arg.startsWith("-"), arg + " is no option");
        must(url.isEmpty(), "Only one node is attacked: " + url + " or " + arg);
        url = arg;
      }
    }
    String file = given.get("--token-file");
    String own = file == null ? token : Files.readString(Path.of(file)).strip();
    HostileOptions options = new HostileOptions(url, own == null ? "" : own, Map.copyOf(given));
    options.check();
    return options;
  }

  private static void must(boolean right, String words) {
    if (!right) {
      throw new IllegalArgumentException(words);
    }
  }

  private void check() {
    seed();
    size();
    cluster();
    listen();
    for (String name : only()) {
      must(
          AttackList.ALL.stream().anyMatch(attack -> attack.name().equals(name)),
          name + " is no attack");
    }
  }

  long seed() {
    return Long.parseLong(given.get("--seed"));
  }

  AttackSize size() {
    String size = given.getOrDefault("--size", "full");
    must(Set.of("short", "full").contains(size), "--size " + size + ": must be short or full");
    return AttackSize.valueOf(size.toUpperCase(Locale.ROOT));
  }

  private List<String> only() {
    return given.containsKey("--only") ? List.of(given.get("--only").split(",")) : List.of();
  }

  boolean isChosen(Attack attack) {
    return only().isEmpty() || only().contains(attack.name());
  }

  /** The nodes' own port of the target. */
  Optional<InetSocketAddress> cluster() {
    return Optional.ofNullable(given.get("--cluster")).map(HostileOptions::address);
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    must(colon > 0, text + ": must be a host and a port, with ':' between");
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  /** The log of the target, if it can be read from here. */
  Optional<Path> log() {
    return Optional.ofNullable(given.get("--log")).map(Path::of);
  }

  /** A port here that the target's allow-list opens; 0 = none. */
  int listen() {
    return Integer.parseInt(given.getOrDefault("--listen", "0"));
  }

  /** Whether programs may be run on the target. */
  boolean programs() {
    return given.containsKey("--programs");
  }

  /** Whether a target on another machine is the caller's own. */
  boolean mine() {
    return given.containsKey("--mine");
  }
}
