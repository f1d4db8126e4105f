package io.millrace.client.api;

import io.millrace.client.model.DefinitionModel.DefinitionApplyResult;
import io.millrace.client.model.DefinitionModel.DefinitionBundle;
import io.millrace.client.model.DefinitionModel.DefinitionDiff;
import io.millrace.client.model.DefinitionModel.DefinitionExport;
import io.millrace.client.model.DefinitionModel.DefinitionFile;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whole folders of definitions. */
public final class DefinitionsApi {
  private final ApiCaller caller;

  public DefinitionsApi(ApiCaller caller) {
    this.caller = caller;
  }

  /**
   * Says what applying these files would do, and does nothing.
   *
   * @param prune whether to delete what the files do not have, of the kinds that they name
   */
  public DefinitionDiff diffDefinitions(List<DefinitionFile> files, boolean prune) {
    return caller.call(
        ApiRequest.post("/definitions/diff").json(new DefinitionBundle(files, prune)).repeatable(),
        DefinitionDiff.class);
  }

  /**
   * Saves everything in these files, or nothing.
   *
   * @param prune whether to delete what the files do not have, of the kinds that they name
   * @param version that of the diff; if the state has another one now, it is refused with 412. Null
   *     if any will do
   */
  public DefinitionApplyResult applyDefinitions(
      List<DefinitionFile> files, boolean prune, @Nullable String version) {
    return caller.call(
        ApiRequest.post("/definitions/apply")
            .header("If-Match", version == null ? null : '"' + version + '"')
            .json(new DefinitionBundle(files, prune)),
        DefinitionApplyResult.class);
  }

  /** All definitions, as files that {@link #applyDefinitions} takes. */
  public DefinitionExport exportDefinitions() {
    return caller.call(ApiRequest.get("/definitions/export"), DefinitionExport.class);
  }
}
