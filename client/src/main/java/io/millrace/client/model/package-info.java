/**
 * What the API is asked and what it answers, as records. A time that has not come, and a field that
 * the server left out, is {@code @Nullable}. Fields of newer servers are ignored.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.client.model;

import org.jspecify.annotations.NullMarked;
