/** How answers are shown: tables, JSON or YAML, and no control character of others. */
@NullMarked
package io.millrace.cli.output;

import org.jspecify.annotations.NullMarked;
