/**
 * Finds the owner and the definition of a task, and sends commands to the owner.
 *
 * <p>May depend on: directory, external, flow, flywheel, job, message, policy, project, refresh,
 * source, sql, task, token, worker.
 */
@NullMarked
package io.millrace.engine.dispatch;

import org.jspecify.annotations.NullMarked;
