package io.millrace.engine.job;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import java.sql.SQLException;
import java.util.List;

/** A store of jobs on a database of its own. */
abstract class JobStoreTestBase {
  final DatabaseUrl database = TestDatabase.fresh();
  final TestClock clock = new TestClock();
  final JobStore store = new JobStore(database.dataSource(), clock);

  JobSaveResult save(String yaml) throws SQLException {
    return store.save(JobKit.draft(yaml), "ops");
  }

  List<SavedJob> list(String project, String search, JobName after, int limit) throws SQLException {
    return store.list(new JobQuery(project, null, search, after, limit)).stream()
        .map(JobOverview::job)
        .toList();
  }

  SavedJob find(String name) throws SQLException {
    return store.find(JobKit.id(name)).orElseThrow();
  }
}
