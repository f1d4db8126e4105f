/** What commands have in common. */
@NullMarked
package io.millrace.cli.command;

import org.jspecify.annotations.NullMarked;
