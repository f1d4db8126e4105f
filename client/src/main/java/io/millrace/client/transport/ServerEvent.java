package io.millrace.client.transport;

import org.jspecify.annotations.Nullable;

/**
 * A server-sent event.
 *
 * @param id its place in the stream; absent if it has none
 * @param name its kind, such as {@code line}
 */
public record ServerEvent(@Nullable String id, String name, String data) {}
