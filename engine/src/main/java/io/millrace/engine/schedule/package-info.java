/**
 * When triggers fire: cron lines in a time zone and anchored intervals, as pure functions of time.
 *
 * <p>May depend on: input.
 */
@NullMarked
package io.millrace.engine.schedule;

import org.jspecify.annotations.NullMarked;
