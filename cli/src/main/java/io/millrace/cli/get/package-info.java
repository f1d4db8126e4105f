/** {@code millrace get}: everything that the API lists. */
@NullMarked
package io.millrace.cli.get;

import org.jspecify.annotations.NullMarked;
