/**
 * The time that the engine goes by: a clock that is never set back, pauses of the node, and delays
 * that grow.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.engine.clock;

import org.jspecify.annotations.NullMarked;
