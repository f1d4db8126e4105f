/**
 * A run that kills, freezes and splits a real cluster under load, and then checks everything.
 *
 * <p>May depend on: engine, http, client.
 */
@NullMarked
package io.millrace.chaos;

import org.jspecify.annotations.NullMarked;
