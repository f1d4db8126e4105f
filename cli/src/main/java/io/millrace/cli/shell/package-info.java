/**
 * The terminal, the environment and the clock of the program.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.cli.shell;

import org.jspecify.annotations.NullMarked;
