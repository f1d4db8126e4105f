/**
 * Simulates days on a virtual clock with the production rules: their inputs, the simulator, its
 * results and the service that runs simulations.
 *
 * <p>May depend on: clock, credential, directory, flow, flywheel, fresh, input, job, policy,
 * refresh, schedule, source, sql, task, token, trigger.
 */
@NullMarked
package io.millrace.engine.simulate;

import org.jspecify.annotations.NullMarked;
