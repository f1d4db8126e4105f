/**
 * The sources of a node's settings, and the check of every setting before anything starts.
 *
 * <p>May depend on: nothing.
 */
package io.millrace.http.settings;
