/**
 * Whole folders of definitions: {@code /definitions/diff}, {@code /definitions/apply} and {@code
 * /definitions/export}.
 *
 * <p>May depend on: endpoint.
 */
@NullMarked
package io.millrace.http.definitions;

import org.jspecify.annotations.NullMarked;
