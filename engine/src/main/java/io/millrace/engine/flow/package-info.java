/**
 * Flow control: the channel pool as a pure core, the actor that owns it, and the service over all
 * pools.
 *
 * <p>May depend on: clock, input, message, notify, sql, task.
 */
@NullMarked
package io.millrace.engine.flow;

import org.jspecify.annotations.NullMarked;
