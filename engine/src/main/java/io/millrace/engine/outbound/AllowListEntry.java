package io.millrace.engine.outbound;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the allow-list: a name or a range of addresses, with one port or any.
 *
 * @param name absent for a range
 * @param network the first address of the range; absent for a name
 * @param bits the length of the network prefix
 * @param port 0 for any port except the node's own
 */
public record AllowListEntry(
    @Nullable String name, @Nullable InetAddress network, int bits, int port) {
  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([^\\[\\]/:]+))(?::(\\d{1,5}))?");
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9])?\\.?");
  private static final Pattern V4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern V6 = Pattern.compile("[0-9a-fA-F]*:[0-9a-fA-F:.]*");

  /**
   * @param text such as {@code 10.0.0.0/8}, {@code 127.0.0.1:9000}, {@code [::1]:9000} or {@code
   *     internal.example}
   * @throws IllegalArgumentException if it is none of those
   */
  public static AllowListEntry parse(String text) {
    String entry = text.strip();
    int slash = entry.indexOf('/');
    if (slash > 0) {
      return range(address(entry.substring(0, slash)), entry.substring(slash + 1));
    }
    if (V6.matcher(entry).matches() && entry.indexOf(':') != entry.lastIndexOf(':')) {
      return singleAddress(address(entry), 0);
    }
    Matcher form = FORM.matcher(entry);
    require(form.matches());
    int port = form.group(3) == null ? 0 : Integer.parseInt(form.group(3));
    require(form.group(3) == null || port > 0 && port < 65_536);
    String host = form.group(1) == null ? form.group(2) : form.group(1);
    Optional<InetAddress> literal = literal(host);
    if (literal.isPresent()) {
      return singleAddress(literal.get(), port);
    }
    require(NAME.matcher(host).matches());
    return new AllowListEntry(plain(host), null, 0, port);
  }

  private static AllowListEntry singleAddress(InetAddress address, int port) {
    return new AllowListEntry(null, address, address.getAddress().length * 8, port);
  }

  private static AllowListEntry range(InetAddress address, String length) {
    require(length.matches("\\d{1,3}"));
    int bits = Integer.parseInt(length);
    require(bits <= address.getAddress().length * 8);
    return new AllowListEntry(null, address, bits, 0);
  }

  private static InetAddress address(String text) {
    return literal(text).orElseThrow(AllowListEntry::invalid);
  }

  /** Returns the address, if the text is one. A name is not looked up. */
  static Optional<InetAddress> literal(String host) {
    boolean inBrackets = host.startsWith("[") && host.endsWith("]");
    String text = inBrackets ? host.substring(1, host.length() - 1).replaceFirst("%.*", "") : host;
    try {
      return V4.matcher(text).matches() || V6.matcher(text).matches()
          ? Optional.of(AddressKind.literal(text))
          : Optional.empty();
    } catch (IllegalArgumentException neither) {
      return Optional.empty();
    }
  }

  /** Returns a name in the form for comparison. */
  static String plain(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /**
   * @param own whether the address is the node itself, which only an entry with a port opens
   */
  boolean allows(String host, InetAddress address, int port, boolean own) {
    boolean matches = network == null ? plain(host).equals(name) : isInRange(network, address);
    return matches && (this.port == port || this.port == 0 && !own);
  }

  private boolean isInRange(InetAddress network, InetAddress address) {
    byte[] bytes = address.getAddress();
    byte[] first = network.getAddress();
    int wholeBytes = bits / 8;
    int mask = (0xff00 >> (bits % 8)) & 0xff;
    return bytes.length == first.length
        && Arrays.equals(bytes, 0, wholeBytes, first, 0, wholeBytes)
        && (mask == 0 || (bytes[wholeBytes] & mask) == (first[wholeBytes] & mask));
  }

  private static void require(boolean valid) {
    if (!valid) {
      throw invalid();
    }
  }

  private static IllegalArgumentException invalid() {
    return new IllegalArgumentException("not a name, an address or a range");
  }
}
