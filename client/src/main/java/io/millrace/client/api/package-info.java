/**
 * One class for each group of operations. Each method has the name of its operation.
 *
 * <p>May depend on: model, transport.
 */
@NullMarked
package io.millrace.client.api;

import org.jspecify.annotations.NullMarked;
