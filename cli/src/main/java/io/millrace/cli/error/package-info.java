/** What went wrong, as an exit code and as a sentence that says what to do next. */
@NullMarked
package io.millrace.cli.error;

import org.jspecify.annotations.NullMarked;
