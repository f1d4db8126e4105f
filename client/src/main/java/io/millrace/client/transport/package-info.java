/** Requests, their answers and their retries. Knows nothing of the operations. */
package io.millrace.client.transport;
