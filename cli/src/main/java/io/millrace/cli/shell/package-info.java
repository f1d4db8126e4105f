/** What the program sees of the shell that started it. */
@NullMarked
package io.millrace.cli.shell;

import org.jspecify.annotations.NullMarked;
