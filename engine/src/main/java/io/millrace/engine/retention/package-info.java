/**
 * The days of the history: created ahead, and dropped when they are old.
 *
 * <p>May depend on: input, sql, task, token.
 */
package io.millrace.engine.retention;
