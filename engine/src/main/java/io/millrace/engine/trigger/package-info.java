/**
 * When each trigger fires, which fires are caught up, the one actor that fires them, and its
 * service.
 *
 * <p>May depend on: clock, input, job, message, notify, schedule, sql, task, token.
 */
@NullMarked
package io.millrace.engine.trigger;

import org.jspecify.annotations.NullMarked;
