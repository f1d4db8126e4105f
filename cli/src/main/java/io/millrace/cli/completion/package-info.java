/** {@code millrace completion}: scripts for shells. */
@NullMarked
package io.millrace.cli.completion;

import org.jspecify.annotations.NullMarked;
