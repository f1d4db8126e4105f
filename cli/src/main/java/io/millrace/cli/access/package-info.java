/** {@code millrace tokens}: access tokens. */
@NullMarked
package io.millrace.cli.access;

import org.jspecify.annotations.NullMarked;
