/**
 * The proof that a node belongs to its cluster: secret, certificates and TLS.
 *
 * <p>May depend on: settings.
 */
package io.millrace.http.cluster;
