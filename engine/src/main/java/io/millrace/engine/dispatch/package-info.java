/**
 * Finds the owner of a task, sends it commands, and says what its tasks do.
 *
 * <p>May depend on: directory, external, flow, flywheel, job, message, policy, project, refresh,
 * source, sql, task, token, worker.
 */
@NullMarked
package io.millrace.engine.dispatch;

import org.jspecify.annotations.NullMarked;
