/**
 * The proof that a node belongs to its cluster: secret, certificates and TLS.
 *
 * <p>May depend on: settings.
 */
@NullMarked
package io.millrace.http.cluster;

import org.jspecify.annotations.NullMarked;
