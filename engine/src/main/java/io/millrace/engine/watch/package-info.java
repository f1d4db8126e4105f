/**
 * Overviews for operators: tasks, plan, pools and cluster members.
 *
 * <p>May depend on: directory, flow, flywheel, policy, refresh, source, sql, store, task, token.
 */
@NullMarked
package io.millrace.engine.watch;

import org.jspecify.annotations.NullMarked;
