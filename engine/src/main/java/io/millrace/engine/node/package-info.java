/**
 * The assembly of one node: its context, and the parts that build and start actors and services.
 *
 * <p>May depend on: bulk, bundle, clock, database, definition, directory, dispatch, due, external,
 * flow, flywheel, freshness, guard, input, job, message, notify, outbound, project, refresh,
 * remote, retention, simulate, source, sql, store, task, token, trigger, wait, watch, worker.
 */
@NullMarked
package io.millrace.engine.node;

import org.jspecify.annotations.NullMarked;
