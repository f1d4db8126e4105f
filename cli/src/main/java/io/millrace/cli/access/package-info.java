/**
 * {@code millrace tokens}: access tokens.
 *
 * <p>May depend on: command, error, output, shell.
 */
@NullMarked
package io.millrace.cli.access;

import org.jspecify.annotations.NullMarked;
