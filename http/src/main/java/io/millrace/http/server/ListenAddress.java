package io.millrace.http.server;

import com.typesafe.config.Config;
import io.millrace.http.settings.StartException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Where the API listens. */
public record ListenAddress(String host, int port) {

  public static ListenAddress of(Config http) {
    return new ListenAddress(http.getString("host"), http.getInt("port"));
  }

  /** Tries to listen for a moment. So a node that cannot serve starts no database and no actors. */
  public void check() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true); // as the listener does: closed connections do not count
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException | IllegalArgumentException fault) {
      throw refusal(fault);
    }
  }

  /** Says which setting helps. */
  public StartException refusal(Throwable fault) {
    return new StartException(
        "the node cannot listen at %s:%d (millrace.http.host, millrace.http.port). %s"
            .formatted(host, port, advice(fault)));
  }

  private static String advice(Throwable fault) {
    String said = String.valueOf(fault.getMessage());
    return fault instanceof BindException && said.contains("in use")
        ? "Another program uses this port. Stop it, or set MILLRACE_HTTP_PORT to another port"
        : said;
  }
}
