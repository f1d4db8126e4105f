/**
 * Keeps the sources, sites and jobs that this node knows equal to those stored, and tells owners of
 * changes.
 *
 * <p>May depend on: clock, credential, directory, due, flow, input, job, message, policy, source,
 * sql, task.
 */
@NullMarked
package io.millrace.engine.definition;

import org.jspecify.annotations.NullMarked;
