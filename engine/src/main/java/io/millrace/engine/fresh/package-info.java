/**
 * Freshness as pure rules: the promise, the state that follows from the last success and from what
 * is ahead, and the error budget.
 *
 * <p>May depend on: input.
 */
@NullMarked
package io.millrace.engine.fresh;

import org.jspecify.annotations.NullMarked;
