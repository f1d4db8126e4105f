package io.millrace.client.transport;

/**
 * A server-sent event.
 *
 * @param id its place in the stream; null if it has none
 * @param name its kind, such as {@code line}
 */
public record ServerEvent(String id, String name, String data) {}
