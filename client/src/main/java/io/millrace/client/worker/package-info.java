/**
 * A remote worker: claims tasks, runs a handler for each, and reports how it ended.
 *
 * <p>May depend on: api, error, model, transport.
 */
@NullMarked
package io.millrace.client.worker;

import org.jspecify.annotations.NullMarked;
