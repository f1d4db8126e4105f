package io.millrace.engine.refresh;

import java.time.Instant;

/**
 * It is not refreshed any more until it is saved again.
 *
 * @param reason in words for the person whose data it is
 * @param message the technical text, for operators; null as it was in the first releases
 */
public record DisabledState(Instant at, String reason, String message) {}
