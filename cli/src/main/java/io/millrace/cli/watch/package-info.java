/** Commands that look: explain, tail, top. */
@NullMarked
package io.millrace.cli.watch;

import org.jspecify.annotations.NullMarked;
