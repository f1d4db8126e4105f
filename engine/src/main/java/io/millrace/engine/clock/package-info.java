/**
 * The time that the engine goes by: a clock that is never set back, and pauses of the node.
 *
 * <p>May depend on: nothing.
 */
package io.millrace.engine.clock;
