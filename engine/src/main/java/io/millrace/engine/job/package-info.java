/**
 * Jobs: steps, triggers and references; how they are read, checked, kept and asked for.
 *
 * <p>May depend on: credential, fresh, input, policy, schedule, source, sql, task.
 */
@NullMarked
package io.millrace.engine.job;

import org.jspecify.annotations.NullMarked;
