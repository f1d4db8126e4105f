/**
 * What a task is: its identity, owner, order, status, outcome, history and log, without any actor.
 *
 * <p>May depend on: clock, credential, input, notify, sql.
 */
@NullMarked
package io.millrace.engine.task;

import org.jspecify.annotations.NullMarked;
