/**
 * The user-site: its attempts and their outcomes, as a pure core and as a sharded entity.
 *
 * <p>May depend on: directory, flow, input, message, notify, owner, policy, source, task.
 */
@NullMarked
package io.millrace.engine.refresh;

import org.jspecify.annotations.NullMarked;
