/**
 * Says what a task, refresh or token waits for, and when it will probably start.
 *
 * <p>May depend on: flow, job, policy, refresh, task, token.
 */
@NullMarked
package io.millrace.engine.wait;

import org.jspecify.annotations.NullMarked;
