/**
 * The assembly of one node: its context, and the parts that build and start actors and services.
 *
 * <p>May depend on: bundle, clock, database, definition, directory, dispatch, due, external, flow,
 * flywheel, guard, input, job, message, notify, outbound, project, refresh, remote, retention,
 * source, sql, store, task, token, trigger, watch, worker.
 */
@NullMarked
package io.millrace.engine.node;

import org.jspecify.annotations.NullMarked;
