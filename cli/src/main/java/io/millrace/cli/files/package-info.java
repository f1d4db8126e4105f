/**
 * Commands that read or write files: import, export, diff, apply, check.
 *
 * <p>May depend on: command, error, output, shell.
 */
@NullMarked
package io.millrace.cli.files;

import org.jspecify.annotations.NullMarked;
