/**
 * Cancels tasks, or runs them again, many at once: in the background, page by page, with a report.
 *
 * <p>May depend on: dispatch, input, sql, task.
 */
@NullMarked
package io.millrace.engine.bulk;

import org.jspecify.annotations.NullMarked;
