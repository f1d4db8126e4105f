/**
 * {@code millrace completion}: scripts for shells.
 *
 * <p>May depend on: command, error.
 */
@NullMarked
package io.millrace.cli.completion;

import org.jspecify.annotations.NullMarked;
