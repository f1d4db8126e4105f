/**
 * What operators see at a glance: tasks, plan, pools and cluster members.
 *
 * <p>May depend on: directory, flow, flywheel, refresh, source, sql, task, token.
 */
package io.millrace.engine.watch;
