/**
 * The days of the history: created ahead, and dropped when they are old.
 *
 * <p>May depend on: input, sql, task, token.
 */
@NullMarked
package io.millrace.engine.retention;

import org.jspecify.annotations.NullMarked;
