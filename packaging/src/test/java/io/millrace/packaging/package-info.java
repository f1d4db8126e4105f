/** The tests of what people install. */
@NullMarked
package io.millrace.packaging;

import org.jspecify.annotations.NullMarked;
