package io.millrace.engine.directory;

import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.SourceCollection.Work;

/**
 * A site that data comes from. All its user-sites are refreshed in the same way.
 *
 * @param provider the provider of the site; providers can be blacklisted
 * @param supported false if it is no longer refreshed
 * @param scraping whether its data is scraped, so that it may ask for a second factor at any time
 */
public record Site(
    String id,
    String provider,
    boolean maintenance,
    boolean supported,
    boolean scraping,
    Policy policy,
    Work work) {}
