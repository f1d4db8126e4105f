/**
 * The format of the node's own log: one line per message, with repeats counted.
 *
 * <p>May depend on: settings.
 */
package io.millrace.http.logging;
