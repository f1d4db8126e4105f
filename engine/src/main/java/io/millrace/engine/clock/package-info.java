/** The time of the engine: a clock that is never set back, and pauses of the node. */
package io.millrace.engine.clock;
