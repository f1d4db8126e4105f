package io.millrace.client.api;

import io.millrace.client.model.FreshnessModel.FreshObject;
import io.millrace.client.model.FreshnessModel.FreshObjectPage;
import io.millrace.client.model.FreshnessModel.FreshnessCountsPage;
import io.millrace.client.model.FreshnessModel.FreshnessVerdict;
import io.millrace.client.model.PageRequest;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How fresh everything is, against what is promised. */
public final class FreshnessApi {
  private final ApiCaller caller;

  public FreshnessApi(ApiCaller caller) {
    this.caller = caller;
  }

  /** How everything stands, and one sentence about it. */
  public FreshnessVerdict getFreshness() {
    return caller.call(ApiRequest.get("/freshness"), FreshnessVerdict.class);
  }

  /** The clients with a promise, the most stale first. */
  public FreshnessCountsPage listClientFreshness(PageRequest page) {
    return counts("/freshness/clients", page);
  }

  /** The sites with a promise, the most stale first. */
  public FreshnessCountsPage listSiteFreshness(PageRequest page) {
    return counts("/freshness/sites", page);
  }

  /** The sources with a promise, the most stale first. */
  public FreshnessCountsPage listSourceFreshness(PageRequest page) {
    return counts("/freshness/sources", page);
  }

  /** The jobs with a promise, the most stale first. */
  public FreshnessCountsPage listJobFreshness(PageRequest page) {
    return counts("/freshness/jobs", page);
  }

  private FreshnessCountsPage counts(String path, PageRequest page) {
    return caller.call(
        ApiRequest.get(path).query("limit", page.limit()).query("after", page.after()),
        FreshnessCountsPage.class);
  }

  /**
   * Promises in one state, the longest stale first.
   *
   * @param state fresh, at-risk, stale or exempt; stale unless given
   * @param source a site, a source or a job as {@code project/name}
   */
  public FreshObjectPage listFreshObjects(
      @Nullable String state, @Nullable String client, @Nullable String source, PageRequest page) {
    return caller.call(
        ApiRequest.get("/freshness/objects")
            .query("state", state)
            .query("client", client)
            .query("source", source)
            .query("limit", page.limit())
            .query("after", page.after()),
        FreshObjectPage.class);
  }

  /** All promises of {@link #listFreshObjects}. */
  public Stream<FreshObject> allFreshObjects(
      @Nullable String state, @Nullable String client, @Nullable String source) {
    return PageStream.of(page -> listFreshObjects(state, client, source, page));
  }
}
