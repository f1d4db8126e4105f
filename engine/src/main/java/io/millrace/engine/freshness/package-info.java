/**
 * Keeps one row for each promise of freshness, judges it when its time has come, and answers how
 * fresh everything is.
 *
 * <p>May depend on: directory, flywheel, fresh, input, job, notify, refresh, source, sql, task.
 */
@NullMarked
package io.millrace.engine.freshness;

import org.jspecify.annotations.NullMarked;
