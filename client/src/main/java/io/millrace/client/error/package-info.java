/**
 * The exceptions of requests. All are unchecked.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.client.error;

import org.jspecify.annotations.NullMarked;
