package io.millrace.hostile;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * The one node that is attacked. Its name is looked up once; from then on only that address is
 * spoken to.
 */
record AttackTarget(URI base, InetSocketAddress address) {

  /**
   * @throws IllegalArgumentException if it is no address of a node
   */
  static AttackTarget of(String url) {
    URI uri = URI.create(url);
    boolean plain =
        "http".equals(uri.getScheme())
            && uri.getHost() != null
            && uri.getUserInfo() == null
            && uri.getQuery() == null
            && (uri.getPath().isEmpty() || uri.getPath().equals("/"));
    if (!plain) {
      throw new IllegalArgumentException(
          url + ": give the address of a node itself, such as http://127.0.0.1:8080");
    }
    try {
      InetAddress found = InetAddress.getByName(uri.getHost());
      int port = uri.getPort() < 0 ? 80 : uri.getPort();
      InetSocketAddress address = new InetSocketAddress(found, port);
      String text = found.getHostAddress();
      String host = text.contains(":") ? "[" + text + "]" : text;
      return new AttackTarget(URI.create("http://" + host + ":" + port), address);
    } catch (UnknownHostException unknown) {
      throw new IllegalArgumentException(url + ": there is no such host", unknown);
    }
  }

  boolean isOnThisMachine() {
    return address.getAddress().isLoopbackAddress();
  }

  ApiClient client(@Nullable String token) {
    return new ApiClient(base, token);
  }
}
