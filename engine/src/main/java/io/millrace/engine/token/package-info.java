/**
 * Tokens: a step of a job at one logical time, as a pure core, a sharded entity and a service.
 *
 * <p>May depend on: clock, flow, input, job, message, owner, policy, source, sql, task.
 */
@NullMarked
package io.millrace.engine.token;

import org.jspecify.annotations.NullMarked;
