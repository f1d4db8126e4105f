/**
 * {@code /flow-control}: pools, their configs, and channels for external callers.
 *
 * <p>May depend on: endpoint, server, tasks.
 */
@NullMarked
package io.millrace.http.flow;

import org.jspecify.annotations.NullMarked;
