/**
 * The names under which events are stored and messages are sent; they are file formats, so entries
 * are only added.
 *
 * <p>May depend on: directory, due, external, flow, flywheel, guard, message, refresh, token,
 * trigger, worker.
 */
@NullMarked
package io.millrace.engine.serialization;

import org.jspecify.annotations.NullMarked;
