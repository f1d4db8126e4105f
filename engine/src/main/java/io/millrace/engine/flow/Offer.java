package io.millrace.engine.flow;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The offer of a remote worker to take up to {@code max} tasks of these queues.
 *
 * @param projects whose secrets it may have; absent = all projects
 */
record Offer(String worker, Set<String> queues, int max, @Nullable Set<String> projects) {

  /**
   * Whether the worker may have the secrets of a project.
   *
   * @param project absent if none are needed
   */
  boolean mayHave(@Nullable String project) {
    return project == null || projects == null || projects.contains(project);
  }
}
