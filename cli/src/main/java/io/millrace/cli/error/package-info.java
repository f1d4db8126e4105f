/**
 * Faults of commands: an exit code, and a sentence that says what to do next.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.cli.error;

import org.jspecify.annotations.NullMarked;
