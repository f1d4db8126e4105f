/**
 * The rule where requests may go, and the one client that sends them.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.engine.outbound;

import org.jspecify.annotations.NullMarked;
