package io.millrace.client.api;

import io.millrace.client.model.SourceModel.Collection;
import io.millrace.client.model.SourceModel.CollectionExplained;
import io.millrace.client.model.SourceModel.SourcesCheck;
import io.millrace.client.model.SourceModel.SourcesResult;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import org.jspecify.annotations.Nullable;

/** Sources and their collections. */
public final class SourcesApi {
  private final ApiCaller caller;

  public SourcesApi(ApiCaller caller) {
    this.caller = caller;
  }

  /** The document, as it was given. */
  public String getSources() {
    return caller.call(ApiRequest.get("/sources"), String.class);
  }

  /**
   * Replaces the document, or changes nothing and names everything that is wrong in it.
   *
   * @param document YAML or JSON
   * @param empty whether a document without any collection is meant
   */
  public SourcesResult replaceSources(String document, boolean empty) {
    return caller.call(
        ApiRequest.put("/sources")
            .query("empty", empty ? true : null)
            .text("application/yaml", document),
        SourcesResult.class);
  }

  /** What {@link #replaceSources} would do with the same document. It changes nothing. */
  public SourcesCheck checkSources(String document, boolean empty) {
    return caller.call(
        ApiRequest.post("/sources/check")
            .query("empty", empty ? true : null)
            .text("application/yaml", document)
            .repeatable(),
        SourcesCheck.class);
  }

  public Collection getCollection(String source, String collection) {
    return caller.call(
        ApiRequest.get("/sources/{source}/collections/{collection}", source, collection),
        Collection.class);
  }

  public CollectionExplained explainCollection(String source, String collection) {
    return caller.call(
        ApiRequest.get("/sources/{source}/collections/{collection}/explain", source, collection),
        CollectionExplained.class);
  }

  /** No refresh until it is enabled or saved again. */
  public Collection disableCollection(String source, String collection, @Nullable String reason) {
    return caller.call(
        ApiRequest.post("/sources/{source}/collections/{collection}/disable", source, collection)
            .json(ReasonBody.of(reason))
            .repeatable(),
        Collection.class);
  }

  public Collection enableCollection(String source, String collection) {
    return caller.call(
        ApiRequest.post("/sources/{source}/collections/{collection}/enable", source, collection)
            .repeatable(),
        Collection.class);
  }
}
