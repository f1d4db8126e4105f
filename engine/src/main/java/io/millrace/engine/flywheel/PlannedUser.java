package io.millrace.engine.flywheel;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The facts of the directory about a user whose minute has come.
 *
 * @param known false if the user was deleted since; the other values mean nothing then
 * @param lastLogin absent if never
 * @param requiresRecentLogin the setting of its client
 */
public record PlannedUser(
    String id,
    boolean known,
    boolean blocked,
    @Nullable Instant lastLogin,
    boolean requiresRecentLogin,
    boolean hasUserSites) {}
