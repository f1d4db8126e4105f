/**
 * Attacks on a node, without tokens and with wrong ones, and the check that other callers are not
 * affected.
 *
 * <p>May depend on: engine, http.
 */
@NullMarked
package io.millrace.hostile;

import org.jspecify.annotations.NullMarked;
