/**
 * Requests, their answers and their retries. It does not know the operations.
 *
 * <p>May depend on: error.
 */
@NullMarked
package io.millrace.client.transport;

import org.jspecify.annotations.NullMarked;
