package io.millrace.client.api;

import io.millrace.client.model.FreshnessModel.FreshObject;
import io.millrace.client.model.FreshnessModel.FreshObjectPage;
import io.millrace.client.model.FreshnessModel.FreshnessCountsPage;
import io.millrace.client.model.FreshnessModel.FreshnessSorting;
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

  /** The clients with a promise, the most stale first unless sorted. */
  public FreshnessCountsPage listClientFreshness(FreshnessSorting sorting, PageRequest page) {
    return counts("/freshness/clients", sorting, page);
  }

  /** The sites with a promise, the most stale first unless sorted. */
  public FreshnessCountsPage listSiteFreshness(FreshnessSorting sorting, PageRequest page) {
    return counts("/freshness/sites", sorting, page);
  }

  /** The sources with a promise, the most stale first unless sorted. */
  public FreshnessCountsPage listSourceFreshness(FreshnessSorting sorting, PageRequest page) {
    return counts("/freshness/sources", sorting, page);
  }

  /** The jobs with a promise, the most stale first unless sorted. */
  public FreshnessCountsPage listJobFreshness(FreshnessSorting sorting, PageRequest page) {
    return counts("/freshness/jobs", sorting, page);
  }

  private FreshnessCountsPage counts(String path, FreshnessSorting sorting, PageRequest page) {
    return caller.call(
        QueryFields.add(ApiRequest.get(path), sorting)
            .query("limit", page.limit())
            .query("after", page.after()),
        FreshnessCountsPage.class);
  }

  /**
   * Promises in one state, the longest stale first.
   *
   * @param state fresh, at-risk, stale or exempt; stale unless given
   * @param source a site, a source or a job as {@code project/name}
   */
  public FreshObjectPage listFreshObjects(
      @Nullable String state,
      @Nullable String client,
      @Nullable String source,
      FreshnessSorting sorting,
      PageRequest page) {
    return caller.call(
        QueryFields.add(ApiRequest.get("/freshness/objects"), sorting)
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
    return PageStream.of(
        page -> listFreshObjects(state, client, source, FreshnessSorting.USUAL, page));
  }
}
