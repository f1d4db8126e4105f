package io.millrace.engine.outbound;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueType;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Decides where requests may go: one rule for http runs, webhooks and callbacks. Authors of jobs
 * cannot reach machines behind the node, such as its own API and the metadata of its cloud.
 *
 * @param allow exceptions that are allowed
 * @param denyPrivate whether private networks are denied as well
 * @param ownPorts the ports of this node's listeners
 * @param isLocal whether an address belongs to this machine
 */
public record OutboundRule(
    List<AllowListEntry> allow,
    boolean denyPrivate,
    Set<Integer> ownPorts,
    Predicate<InetAddress> isLocal) {
  public static final String ALLOW = "millrace.outbound.allow";

  /**
   * @param config the config of {@code millrace}
   * @param otherPorts the ports of listeners with settings of their own
   */
  public static OutboundRule of(Config config, Set<Integer> otherPorts) {
    Set<Integer> ports = new TreeSet<>(otherPorts);
    for (String port : List.of("http.port", "cluster.port")) {
      if (config.hasPath(port) && config.getInt(port) > 0) {
        ports.add(config.getInt(port));
      }
    }
    return new OutboundRule(
        entries(config, "outbound.allow"),
        config.getBoolean("outbound.deny-private"),
        Set.copyOf(ports),
        OutboundRule::isOfThisMachine);
  }

  /**
   * Reads a list, or a text with commas as in environment variables.
   *
   * @throws IllegalArgumentException if an entry is invalid
   */
  public static List<AllowListEntry> entries(Config config, String path) {
    List<String> texts =
        config.getValue(path).valueType() == ConfigValueType.LIST
            ? config.getStringList(path)
            : Arrays.asList(config.getString(path).split(","));
    return texts.stream().filter(text -> !text.isBlank()).map(AllowListEntry::parse).toList();
  }

  private static boolean isOfThisMachine(InetAddress address) {
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unknown) {
      return false;
    }
  }

  /**
   * Returns why nothing may be sent there; empty if it is allowed.
   *
   * @param host as the author wrote it
   * @param address the address that it was resolved to
   */
  public Optional<String> refusal(String host, InetAddress address, int port) {
    AddressKind kind = AddressKind.of(address);
    boolean own = ownPorts.contains(port) && (isHere(kind) || isLocal.test(address));
    if (allow.stream().anyMatch(entry -> entry.allows(host, address, port, own))) {
      return Optional.empty();
    }
    if (own) {
      return Optional.of(refusal(host, address, port, "this node itself"));
    }
    return isOpen(kind)
        ? Optional.empty()
        : Optional.of(refusal(host, address, port, kind.words()));
  }

  /** Does the same for a literal address. A name is resolved only when the request is sent. */
  public Optional<String> refusal(URI url) {
    if (url.getHost() == null) {
      return Optional.empty();
    }
    String name = AllowListEntry.plain(url.getHost());
    Optional<InetAddress> address =
        name.equals("localhost") || name.endsWith(".localhost")
            ? Optional.of(InetAddress.getLoopbackAddress())
            : AllowListEntry.literal(url.getHost());
    return address.flatMap(it -> refusal(url.getHost(), it, port(url)));
  }

  static int port(URI url) {
    return url.getPort() > 0 ? url.getPort() : url.getScheme().equalsIgnoreCase("https") ? 443 : 80;
  }

  private static boolean isHere(AddressKind kind) {
    return kind == AddressKind.LOOPBACK || kind == AddressKind.UNSPECIFIED;
  }

  private boolean isOpen(AddressKind kind) {
    return kind == AddressKind.PUBLIC || kind == AddressKind.PRIVATE && !denyPrivate;
  }

  private static String refusal(String host, InetAddress address, int port, String what) {
    boolean named = AllowListEntry.literal(host).isEmpty();
    String shown = address.getHostAddress();
    return "requests to %s are refused: %s is %s. To allow them, add \"%s:%d\" to %s"
        .formatted(named ? host : shown, shown, what, host, port, ALLOW);
  }
}
