/**
 * {@code millrace doctor}: what is wrong with an installation, and what to do next.
 *
 * <p>May depend on: command, error, output, profile, shell.
 */
@NullMarked
package io.millrace.cli.doctor;

import org.jspecify.annotations.NullMarked;
