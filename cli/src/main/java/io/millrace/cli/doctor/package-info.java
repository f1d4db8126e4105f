/** {@code millrace doctor}: what is wrong with an installation, and what to do next. */
@NullMarked
package io.millrace.cli.doctor;

import org.jspecify.annotations.NullMarked;
