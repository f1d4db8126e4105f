/**
 * The base classes and common options of all commands.
 *
 * <p>May depend on: error, output, profile, shell.
 */
@NullMarked
package io.millrace.cli.command;

import org.jspecify.annotations.NullMarked;
