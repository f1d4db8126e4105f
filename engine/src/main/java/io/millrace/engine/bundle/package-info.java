/**
 * A folder of definitions as a whole: compared with what is in force, applied, and written again.
 *
 * <p>May depend on: credential, definition, directory, flow, input, job, notify, policy, schedule,
 * source, sql, task.
 */
@NullMarked
package io.millrace.engine.bundle;

import org.jspecify.annotations.NullMarked;
