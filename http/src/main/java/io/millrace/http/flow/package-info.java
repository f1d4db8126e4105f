/**
 * {@code /flow-control}: pools, their configs, and channels for external callers.
 *
 * <p>May depend on: endpoint, server.
 */
package io.millrace.http.flow;
