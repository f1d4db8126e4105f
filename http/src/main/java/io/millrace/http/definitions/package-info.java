/**
 * Whole folders of definitions: {@code /definitions/diff}, {@code /definitions/apply} and {@code
 * /definitions/export}; and webhooks one by one: {@code /webhooks}.
 *
 * <p>May depend on: access, endpoint.
 */
@NullMarked
package io.millrace.http.definitions;

import org.jspecify.annotations.NullMarked;
