package io.millrace.engine.outbound;

import java.net.http.HttpHeaders;

/**
 * The answer of a service.
 *
 * @param body the first part of the body
 * @param cut whether there may be more
 */
public record OutboundAnswer(int status, HttpHeaders headers, byte[] body, boolean cut) {}
