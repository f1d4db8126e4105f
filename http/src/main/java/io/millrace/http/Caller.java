package io.millrace.http;

import java.util.UUID;

/**
 * Who sent a request.
 *
 * @param name of its token: what the log and any audit trail call it
 */
record Caller(UUID token, String name, Role role) {}
