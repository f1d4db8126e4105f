/**
 * A client of Millrace. {@link io.millrace.client.MillraceClient} calls the API; {@link
 * io.millrace.client.worker.Worker} runs tasks. It needs the JDK and Jackson, and nothing of the
 * server.
 */
package io.millrace.client;
