/**
 * Commands that look: explain, tail, top.
 *
 * <p>May depend on: command, error, output, profile, shell.
 */
@NullMarked
package io.millrace.cli.watch;

import org.jspecify.annotations.NullMarked;
