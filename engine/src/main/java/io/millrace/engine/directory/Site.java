package io.millrace.engine.directory;

import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.SourceCollection.Work;

/**
 * Where data comes from; all its user-sites are refreshed in the same way.
 *
 * @param provider who stands behind it; providers can be blacklisted
 * @param supported false = it is not refreshed any more
 * @param scraping whether its data is scraped, so that a second factor may be wanted at any time
 */
public record Site(
    String id,
    String provider,
    boolean maintenance,
    boolean supported,
    boolean scraping,
    Policy policy,
    Work work) {}
