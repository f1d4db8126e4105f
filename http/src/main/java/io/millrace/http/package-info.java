/**
 * The program: {@code Main} and its commands, the node, and the routes of all packages together.
 *
 * <p>May depend on: all packages below this one. None of them depends on it.
 */
@NullMarked
package io.millrace.http;

import org.jspecify.annotations.NullMarked;
