/**
 * Attacks on a node as strangers and bad tokens would make them, and the check that nobody else
 * notices.
 *
 * <p>May depend on: engine, http.
 */
@NullMarked
package io.millrace.hostile;

import org.jspecify.annotations.NullMarked;
