/**
 * How input is read in any sensible spelling, and how every error in it is reported at once.
 *
 * <p>May depend on: credential.
 */
@NullMarked
package io.millrace.engine.input;

import org.jspecify.annotations.NullMarked;
