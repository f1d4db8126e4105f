/**
 * A client of Millrace. {@link io.millrace.client.MillraceClient} calls the API; {@link
 * io.millrace.client.worker.Worker} runs tasks. It needs the JDK, Jackson and the marks of
 * JSpecify, and nothing of the server.
 */
@NullMarked
package io.millrace.client;

import org.jspecify.annotations.NullMarked;
