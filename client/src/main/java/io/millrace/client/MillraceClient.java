package io.millrace.client;

import io.millrace.client.api.AccessTokensApi;
import io.millrace.client.api.ChannelsApi;
import io.millrace.client.api.DefinitionsApi;
import io.millrace.client.api.DirectoryApi;
import io.millrace.client.api.FlowApi;
import io.millrace.client.api.FlywheelApi;
import io.millrace.client.api.FreshnessApi;
import io.millrace.client.api.JobTokensApi;
import io.millrace.client.api.JobsApi;
import io.millrace.client.api.MachinesApi;
import io.millrace.client.api.ProjectsApi;
import io.millrace.client.api.ReportsApi;
import io.millrace.client.api.SimulationsApi;
import io.millrace.client.api.SourcesApi;
import io.millrace.client.api.TasksApi;
import io.millrace.client.api.TriggersApi;
import io.millrace.client.api.UserSitesApi;
import io.millrace.client.api.WatchApi;
import io.millrace.client.api.WebhooksApi;
import io.millrace.client.api.WorkersApi;
import io.millrace.client.transport.HttpCaller;
import io.millrace.client.transport.RetrySettings;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The API of Millrace: {@code MillraceClient.at(url, token).tasks().getTask(id)}. It is safe for
 * use by many threads. Each group of operations has a class, and each operation a method of its
 * name.
 *
 * <p>A failure is a {@link io.millrace.client.error.MillraceException}. {@link RetrySettings} says
 * which requests are repeated before.
 */
public final class MillraceClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpCaller caller;

  private MillraceClient(HttpCaller caller) {
    this.caller = caller;
  }

  /**
   * @param url the address of a node, or of a balancer before several
   * @param token an access token; absent for operations that need none
   */
  public static MillraceClient at(String url, @Nullable String token) {
    URI base = URI.create(url);
    if (base.getHost() == null || !("" + base.getScheme()).matches("https?")) {
      throw new IllegalArgumentException(
          "url = " + url + ": must be like http://127.0.0.1:8080 or https://millrace.example");
    }
    return new MillraceClient(
        new HttpCaller(
            HttpCaller.newHttpClient(CONNECT_TIMEOUT),
            base,
            token,
            RetrySettings.DEFAULT,
            TIMEOUT));
  }

  /** The same client with other retries. */
  public MillraceClient withRetries(RetrySettings retries) {
    return new MillraceClient(caller.with(retries, caller.timeout()));
  }

  /** The same client with another timeout for each answer. */
  public MillraceClient withTimeout(Duration timeout) {
    return new MillraceClient(caller.with(caller.retries(), timeout));
  }

  public TasksApi tasks() {
    return new TasksApi(caller);
  }

  public ReportsApi reports() {
    return new ReportsApi(caller);
  }

  public DefinitionsApi definitions() {
    return new DefinitionsApi(caller);
  }

  public SourcesApi sources() {
    return new SourcesApi(caller);
  }

  public DirectoryApi directory() {
    return new DirectoryApi(caller);
  }

  public UserSitesApi userSites() {
    return new UserSitesApi(caller);
  }

  public FlywheelApi flywheel() {
    return new FlywheelApi(caller);
  }

  public SimulationsApi simulations() {
    return new SimulationsApi(caller);
  }

  public JobsApi jobs() {
    return new JobsApi(caller);
  }

  public TriggersApi triggers() {
    return new TriggersApi(caller);
  }

  public JobTokensApi jobTokens() {
    return new JobTokensApi(caller);
  }

  public ProjectsApi projects() {
    return new ProjectsApi(caller);
  }

  public FlowApi flow() {
    return new FlowApi(caller);
  }

  public ChannelsApi channels() {
    return new ChannelsApi(caller);
  }

  public WorkersApi workers() {
    return new WorkersApi(caller);
  }

  public WatchApi watch() {
    return new WatchApi(caller);
  }

  public WebhooksApi webhooks() {
    return new WebhooksApi(caller);
  }

  public FreshnessApi freshness() {
    return new FreshnessApi(caller);
  }

  public AccessTokensApi accessTokens() {
    return new AccessTokensApi(caller);
  }

  public MachinesApi machines() {
    return new MachinesApi(caller);
  }
}
