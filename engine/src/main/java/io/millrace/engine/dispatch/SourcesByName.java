package io.millrace.engine.dispatch;

import io.millrace.engine.directory.UserSiteFactsStore;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobName;
import io.millrace.engine.job.JobRegistry;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.SourceRegistry;
import io.millrace.engine.task.Task;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sources, sites and jobs that have something of a name. Tasks are found by both, so whoever
 * knows only the name needs the others.
 */
public record SourcesByName(
    SourceRegistry sources, UserSiteFactsStore userSites, JobRegistry jobs) {

  /** Whether the tasks of a source or of a job have this source. */
  boolean hasSource(String source) {
    int dot = source.indexOf('.'); // which no name of a project or a job has
    return sources.current().hasSource(source)
        || dot >= 0
            && jobs.find(new JobName(source.substring(0, dot), source.substring(dot + 1)))
                .isPresent();
  }

  /**
   * @param name of a collection, a user-site, a step, or a request of somebody else
   */
  List<String> sources(String name) throws SQLException {
    Set<String> found = new TreeSet<>(Set.of(Task.EXTERNAL));
    for (SourceCollection collection : sources.current().collections()) {
      if (collection.id().collection().equals(name)) {
        found.add(collection.source());
      }
    }
    for (Job job : jobs.all()) {
      if (job.step(name).isPresent()) {
        found.add(job.source());
      }
    }
    userSites.site(name).ifPresent(found::add);
    return List.copyOf(found);
  }
}
