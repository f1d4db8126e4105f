/**
 * When something is refreshed and what follows a failure: the rules of retry and alignment.
 *
 * <p>May depend on: clock, input, schedule, task.
 */
@NullMarked
package io.millrace.engine.policy;

import org.jspecify.annotations.NullMarked;
