package io.millrace.engine.refresh;

import java.time.Instant;

/**
 * It is not refreshed any more until it is saved again.
 *
 * @param reason in words for the person whose data it is
 */
public record Disabled(Instant at, String reason) {}
