/**
 * Channels for callers that do their own work; each of their requests is a task.
 *
 * <p>May depend on: clock, flow, input, message, outbound, policy, source, sql, task.
 */
@NullMarked
package io.millrace.engine.external;

import org.jspecify.annotations.NullMarked;
