package io.millrace.engine.outbound;

import java.net.http.HttpHeaders;

/**
 * What a service answered.
 *
 * @param body the first part of it
 * @param cut whether there may be more
 */
public record OutboundAnswer(int status, HttpHeaders headers, byte[] body, boolean cut) {}
