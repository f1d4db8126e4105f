/**
 * Finds the address of the node and the access token for it.
 *
 * <p>May depend on: error, shell.
 */
@NullMarked
package io.millrace.cli.profile;

import org.jspecify.annotations.NullMarked;
