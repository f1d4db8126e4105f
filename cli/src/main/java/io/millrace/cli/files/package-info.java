/** Commands that read or write files: import, export, diff, apply, check. */
@NullMarked
package io.millrace.cli.files;

import org.jspecify.annotations.NullMarked;
