/**
 * {@code millrace simulate}: days on a virtual clock, and two of them side by side.
 *
 * <p>May depend on: command, error, output, shell.
 */
@NullMarked
package io.millrace.cli.simulate;

import org.jspecify.annotations.NullMarked;
