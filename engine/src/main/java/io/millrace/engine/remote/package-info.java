/**
 * Remote workers: claims, heartbeats, reports, and the list of all workers.
 *
 * <p>May depend on: dispatch, flow, source, sql, task, token, worker.
 */
@NullMarked
package io.millrace.engine.remote;

import org.jspecify.annotations.NullMarked;
