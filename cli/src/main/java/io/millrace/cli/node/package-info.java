/**
 * Commands that the start script hands to the node. They are here for the help.
 *
 * <p>May depend on: error.
 */
@NullMarked
package io.millrace.cli.node;

import org.jspecify.annotations.NullMarked;
