/**
 * The plan of the day, the minutes of that plan, and the service that plans and ticks.
 *
 * <p>May depend on: directory, input, message, notify, refresh, sql, task.
 */
@NullMarked
package io.millrace.engine.flywheel;

import org.jspecify.annotations.NullMarked;
