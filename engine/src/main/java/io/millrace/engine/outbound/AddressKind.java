package io.millrace.engine.outbound;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** The kind of an address. An IPv6 address that wraps an IPv4 address has the kind of that one. */
enum AddressKind {
  LOOPBACK("a loopback address"),
  LINK_LOCAL("a link-local address"),
  METADATA("a cloud metadata address"),
  UNSPECIFIED("an unspecified address"),
  MULTICAST("a multicast address"),
  PRIVATE("a private address"),
  PUBLIC("a public address");

  /** Metadata services without a link-local address, as documented by their clouds. */
  private static final Set<InetAddress> METADATA_SERVICES =
      Set.of(
          literal("100.100.100.200"),
          literal("192.0.0.192"),
          literal("168.63.129.16"),
          literal("fd00:ec2::254"));

  private final String words;

  AddressKind(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  static AddressKind of(InetAddress address) {
    Optional<InetAddress> wrapped =
        address instanceof Inet4Address ? Optional.empty() : v4(address);
    if (address.isLoopbackAddress()) {
      return LOOPBACK;
    }
    if (address.isAnyLocalAddress()) {
      return UNSPECIFIED;
    }
    if (wrapped.isPresent()) {
      return of(wrapped.get());
    }
    if (METADATA_SERVICES.contains(address)) {
      return METADATA;
    }
    if (address.isLinkLocalAddress()) {
      return LINK_LOCAL;
    }
    if (address.isMulticastAddress()) {
      return MULTICAST;
    }
    return address instanceof Inet4Address ? ofV4(address.getAddress()) : ofV6(address);
  }

  private static AddressKind ofV4(byte[] bytes) {
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    if (first == 0 || first >= 240) {
      return UNSPECIFIED;
    }
    boolean isPrivate =
        first == 10
            || first == 172 && second >= 16 && second < 32
            || first == 192 && second == 168
            || first == 100 && second >= 64 && second < 128;
    return isPrivate ? PRIVATE : PUBLIC;
  }

  private static AddressKind ofV6(InetAddress address) {
    boolean uniqueLocal = (address.getAddress()[0] & 0xfe) == 0xfc;
    return uniqueLocal || address.isSiteLocalAddress() ? PRIVATE : PUBLIC;
  }

  /** Returns the IPv4 address within: mapped, compatible, translated (NAT64), 6to4 or Teredo. */
  private static Optional<InetAddress> v4(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (startsWith(bytes, 0x20, 0x02)) {
      return Optional.of(part(bytes, 2));
    }
    if (startsWith(bytes, 0x20, 0x01, 0, 0)) {
      byte[] client = Arrays.copyOfRange(bytes, 12, 16);
      for (int i = 0; i < client.length; i++) {
        client[i] ^= (byte) 0xff;
      }
      return Optional.of(part(client, 0));
    }
    boolean isSuffix =
        startsWith(bytes, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            || startsWith(bytes, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0)
            || startsWith(bytes, 0, 0x64, 0xff, 0x9b);
    return isSuffix ? Optional.of(part(bytes, 12)) : Optional.empty();
  }

  private static boolean startsWith(byte[] bytes, int... prefix) {
    for (int i = 0; i < prefix.length; i++) {
      if ((bytes[i] & 0xff) != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  private static InetAddress part(byte[] bytes, int from) {
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(bytes, from, from + 4));
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Parses a literal address; no name is looked up. */
  static InetAddress literal(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException impossible) {
      throw new IllegalArgumentException(impossible);
    }
  }
}
