/**
 * The sources of a node's settings, and the check of every setting before anything starts.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.http.settings;

import org.jspecify.annotations.NullMarked;
