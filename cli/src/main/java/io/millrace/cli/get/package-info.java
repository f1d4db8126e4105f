/**
 * {@code millrace get}: everything that the API lists.
 *
 * <p>May depend on: command, error, output, shell.
 */
@NullMarked
package io.millrace.cli.get;

import org.jspecify.annotations.NullMarked;
