/**
 * What waiting things wait for, in words, with the likely start of waiting tasks.
 *
 * <p>May depend on: flow, job, policy, refresh, task, token.
 */
@NullMarked
package io.millrace.engine.wait;

import org.jspecify.annotations.NullMarked;
