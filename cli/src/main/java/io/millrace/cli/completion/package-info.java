/**
 * {@code millrace completion}: scripts for shells.
 *
 * <p>May depend on: command, error, shell.
 */
@NullMarked
package io.millrace.cli.completion;

import org.jspecify.annotations.NullMarked;
