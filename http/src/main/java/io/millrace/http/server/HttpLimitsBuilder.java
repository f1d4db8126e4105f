package io.millrace.http.server;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link HttpLimits}. All of them are required. */
public final class HttpLimitsBuilder {
  private @Nullable Integer inFlight;
  private @Nullable Integer reports;
  private @Nullable Integer longPolls;
  private @Nullable Integer logStreams;
  private @Nullable Integer eventStreams;
  private @Nullable Double tokenShare;
  private @Nullable Long bodyBytes;
  private @Nullable Duration bodyWithin;
  private @Nullable Long bodyRate;
  private @Nullable Integer connections;
  private @Nullable Integer perAddress;
  private @Nullable Set<String> trustedProxies;
  private @Nullable Duration headersWithin;
  private @Nullable Duration keepAlive;
  private @Nullable Integer wrongTokens;

  HttpLimitsBuilder() {}

  public HttpLimitsBuilder inFlight(int inFlight) {
    this.inFlight = inFlight;
    return this;
  }

  public HttpLimitsBuilder reports(int reports) {
    this.reports = reports;
    return this;
  }

  public HttpLimitsBuilder longPolls(int longPolls) {
    this.longPolls = longPolls;
    return this;
  }

  public HttpLimitsBuilder logStreams(int logStreams) {
    this.logStreams = logStreams;
    return this;
  }

  public HttpLimitsBuilder eventStreams(int eventStreams) {
    this.eventStreams = eventStreams;
    return this;
  }

  public HttpLimitsBuilder tokenShare(double tokenShare) {
    this.tokenShare = tokenShare;
    return this;
  }

  public HttpLimitsBuilder bodyBytes(long bodyBytes) {
    this.bodyBytes = bodyBytes;
    return this;
  }

  public HttpLimitsBuilder bodyWithin(Duration bodyWithin) {
    this.bodyWithin = bodyWithin;
    return this;
  }

  public HttpLimitsBuilder bodyRate(long bodyRate) {
    this.bodyRate = bodyRate;
    return this;
  }

  public HttpLimitsBuilder connections(int connections) {
    this.connections = connections;
    return this;
  }

  public HttpLimitsBuilder perAddress(int perAddress) {
    this.perAddress = perAddress;
    return this;
  }

  public HttpLimitsBuilder trustedProxies(Set<String> trustedProxies) {
    this.trustedProxies = trustedProxies;
    return this;
  }

  public HttpLimitsBuilder headersWithin(Duration headersWithin) {
    this.headersWithin = headersWithin;
    return this;
  }

  public HttpLimitsBuilder keepAlive(Duration keepAlive) {
    this.keepAlive = keepAlive;
    return this;
  }

  public HttpLimitsBuilder wrongTokens(int wrongTokens) {
    this.wrongTokens = wrongTokens;
    return this;
  }

  public HttpLimits build() {
    return new HttpLimits(
        requireNonNull(inFlight, "inFlight"),
        requireNonNull(reports, "reports"),
        requireNonNull(longPolls, "longPolls"),
        requireNonNull(logStreams, "logStreams"),
        requireNonNull(eventStreams, "eventStreams"),
        requireNonNull(tokenShare, "tokenShare"),
        requireNonNull(bodyBytes, "bodyBytes"),
        requireNonNull(bodyWithin, "bodyWithin"),
        requireNonNull(bodyRate, "bodyRate"),
        requireNonNull(connections, "connections"),
        requireNonNull(perAddress, "perAddress"),
        requireNonNull(trustedProxies, "trustedProxies"),
        requireNonNull(headersWithin, "headersWithin"),
        requireNonNull(keepAlive, "keepAlive"),
        requireNonNull(wrongTokens, "wrongTokens"));
  }
}
