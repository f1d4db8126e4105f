/**
 * The machine below the JVM: calls of the C library, and the data directory with its permissions.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.engine.platform;

import org.jspecify.annotations.NullMarked;
