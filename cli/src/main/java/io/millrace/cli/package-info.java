/**
 * The command line. {@code CliMain} is the program; every command is a class, and stands on the
 * Java client. It knows nothing of the server.
 */
@NullMarked
package io.millrace.cli;

import org.jspecify.annotations.NullMarked;
