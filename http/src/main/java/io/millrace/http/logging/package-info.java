/**
 * The format of the node's own log: one line per message, with repeats counted.
 *
 * <p>May depend on: settings.
 */
@NullMarked
package io.millrace.http.logging;

import org.jspecify.annotations.NullMarked;
