package io.millrace.engine.directory;

import io.millrace.engine.message.Message;
import java.time.Instant;

/**
 * What the directory says of a user-site. Whoever asks it to refresh reads this and brings it
 * along; the user-site itself stores only what it decided.
 *
 * @param lastRefresh as it was given from outside; null if it was not
 * @param lastMfaRequiredAt when the site last wanted the user's second factor; null = never
 */
public record UserSiteFacts(
    ConnectionStatus status, boolean migrating, Instant lastRefresh, Instant lastMfaRequiredAt)
    implements Message {}
