/**
 * Where requests may go, and the one client that sends them there.
 *
 * <p>May depend on: nothing.
 */
package io.millrace.engine.outbound;
