package io.millrace.engine.refresh;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A disabled user-site is not refreshed until a person saves it again.
 *
 * @param reason the sentence shown to the user
 * @param message the technical text for operators; absent in events of the first releases
 */
public record DisabledState(Instant at, String reason, @Nullable String message) {}
