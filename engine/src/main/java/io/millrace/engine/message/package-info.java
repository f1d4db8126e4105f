/**
 * What actors send each other, and how they are asked: again after a timeout, or a batch at a time.
 * Also how they restart.
 *
 * <p>May depend on: clock.
 */
@NullMarked
package io.millrace.engine.message;

import org.jspecify.annotations.NullMarked;
