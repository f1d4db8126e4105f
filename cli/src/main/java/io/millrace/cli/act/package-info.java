/**
 * Commands that change something: run, cancel, rerun, pause, resume, disable, enable.
 *
 * <p>May depend on: command, error, output, shell.
 */
@NullMarked
package io.millrace.cli.act;

import org.jspecify.annotations.NullMarked;
