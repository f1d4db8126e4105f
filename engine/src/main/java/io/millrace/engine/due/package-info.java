/**
 * Durable time: the due index, and the waker that turns it into wake-ups.
 *
 * <p>May depend on: clock, directory, message, sql, task.
 */
@NullMarked
package io.millrace.engine.due;

import org.jspecify.annotations.NullMarked;
