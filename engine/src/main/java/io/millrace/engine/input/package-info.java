/**
 * How input is read in any sensible spelling, and how every error in it is reported at once.
 *
 * <p>May depend on: credential.
 */
package io.millrace.engine.input;
