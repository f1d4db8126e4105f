package io.millrace.cli.get;

import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.WatchModel.RefreshOverview;

/** How the refreshing of something goes, as a row. */
final class RefreshLayout {
  private RefreshLayout() {}

  static TableLayout<RefreshOverview> of() {
    return new TableLayout<RefreshOverview>()
        .column("SOURCE", RefreshOverview::source)
        .column("COLLECTION", RefreshOverview::collection)
        .state("STATE", RefreshOverview::state)
        .column("SCHEDULE", RefreshOverview::schedule)
        .column("NEXT", RefreshOverview::refreshAt)
        .state("LAST", row -> row.lastTask() == null ? null : row.lastTask().status())
        .column("LAST ENDED", row -> row.lastTask() == null ? null : row.lastTask().finishedAt())
        .column("DISABLED BECAUSE", RefreshOverview::disabledReason);
  }
}
