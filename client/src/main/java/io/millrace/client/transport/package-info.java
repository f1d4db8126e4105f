/** Requests, their answers and their retries. Knows nothing of the operations. */
@NullMarked
package io.millrace.client.transport;

import org.jspecify.annotations.NullMarked;
