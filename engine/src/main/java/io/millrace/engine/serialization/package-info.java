/**
 * The names under which events are stored and messages are sent; they are file formats, so entries
 * are only added.
 *
 * <p>May depend on: directory, external, flow, flywheel, message, refresh, token, trigger.
 */
package io.millrace.engine.serialization;
