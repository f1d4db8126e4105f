/**
 * The actor of an owner, a user-site or a token: its state is one row.
 *
 * <p>May depend on: clock, store, task.
 */
@NullMarked
package io.millrace.engine.owner;

import org.jspecify.annotations.NullMarked;
