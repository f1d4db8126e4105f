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
 * Finds the sources, sites and jobs that have an item of a given name. Tasks are stored under both
 * names, so a search by item alone needs all of them.
 */
public record SourceFinder(SourceRegistry sources, UserSiteFactsStore userSites, JobRegistry jobs) {

  /** Whether a source or a job with tasks has this name. */
  boolean hasSource(String source) {
    int dot = source.indexOf('.'); // names of projects and jobs have no dot
    return sources.current().hasSource(source)
        || dot >= 0
            && jobs.find(new JobName(source.substring(0, dot), source.substring(dot + 1)))
                .isPresent();
  }

  /**
   * @param name the name of a collection, a user-site, a step or an external request
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
