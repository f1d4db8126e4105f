/**
 * Prints answers as tables, JSON or YAML, without control characters of others.
 *
 * <p>May depend on: shell.
 */
@NullMarked
package io.millrace.cli.output;

import org.jspecify.annotations.NullMarked;
