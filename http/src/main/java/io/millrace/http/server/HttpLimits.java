package io.millrace.http.server;

import com.typesafe.config.Config;
import io.millrace.engine.input.DurationSetting;
import io.millrace.http.settings.StartException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What this node has room for: as its settings say, but never more than its heap and its open files
 * allow.
 *
 * @param reports places for heartbeats and reports
 * @param tokenShare the part of each that one token may have
 * @param bodyBytes heap for bodies and for what is made of them
 * @param bodyRate bytes a second that a body must bring
 * @param perAddress connections of one address; 0 = no bound
 * @param wrongTokens of one address in a minute
 */
public record HttpLimits(
    int inFlight,
    int reports,
    int longPolls,
    int logStreams,
    int eventStreams,
    double tokenShare,
    long bodyBytes,
    Duration bodyWithin,
    long bodyRate,
    int connections,
    int perAddress,
    Set<String> trustedProxies,
    Duration headersWithin,
    Duration keepAlive,
    int wrongTokens) {

  /** Waiting requests leave room for working ones, and both leave room for idle connections. */
  private static final double MOST_LONG_POLLS = 5.0 / 8;

  private static final double MOST_STREAMS = 1.0 / 16;

  public static HttpLimitsBuilder builder() {
    return new HttpLimitsBuilder();
  }

  /**
   * @param http {@code millrace.http}
   * @param heap bytes at most
   * @param files that this process may have open; 0 if that is not known
   */
  public static HttpLimits of(Config http, long heap, long files) {
    int connections = connections(http, files);
    return builder()
        .inFlight(http.getInt("in-flight"))
        .reports(http.getInt("reports"))
        .longPolls(most(http.getInt("long-polls"), MOST_LONG_POLLS, connections))
        .logStreams(most(http.getInt("log-streams"), MOST_STREAMS, connections))
        .eventStreams(most(http.getInt("event-streams"), MOST_STREAMS, connections))
        .tokenShare(http.getDouble("token-share"))
        .bodyBytes(bodyBytes(http, heap))
        .bodyWithin(DurationSetting.of(http, "body-within"))
        .bodyRate(http.getBytes("body-rate"))
        .connections(connections)
        .perAddress(http.getInt("connections-per-address"))
        .trustedProxies(
            http.getStringList("trusted-proxies").stream()
                .map(HttpLimits::address)
                .collect(Collectors.toUnmodifiableSet()))
        .headersWithin(DurationSetting.of(http, "headers-within"))
        .keepAlive(DurationSetting.of(http, "keep-alive"))
        .wrongTokens(http.getInt("wrong-tokens"))
        .build();
  }

  /** The address in the form in which connections show theirs. */
  private static String address(String text) {
    try {
      return InetAddress.getByName(text).getHostAddress();
    } catch (UnknownHostException unknown) {
      throw new StartException("millrace.http.trusted-proxies = " + text + ": is no address");
    }
  }

  private static long bodyBytes(Config http, long heap) {
    long given = http.getBytes("body-bytes");
    return given > 0 ? given : (long) (heap * http.getDouble("body-share"));
  }

  /** The database, files and running programs need open files, too. */
  private static int connections(Config http, long files) {
    long most = http.getInt("connections");
    long kept = Math.min(http.getInt("file-reserve"), files / 2);
    return (int) (files == 0 ? most : Math.min(most, files - kept));
  }

  private static int most(int wanted, double part, int connections) {
    return Math.min(wanted, Math.max(1, (int) (connections * part)));
  }
}
