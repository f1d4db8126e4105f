package io.millrace.engine.flywheel;

import java.time.Instant;

/**
 * What the directory says of a user whose minute has come.
 *
 * @param known false = it was deleted since; the rest says nothing then
 * @param lastLogin null = never
 * @param requiresRecentLogin what its client wants
 */
public record PlannedUser(
    String id,
    boolean known,
    boolean blocked,
    Instant lastLogin,
    boolean requiresRecentLogin,
    boolean hasUserSites) {}
