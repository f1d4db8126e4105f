/**
 * Credentials that somebody wrote into a definition: where they are, and how the definition is
 * shown without them.
 *
 * <p>May depend on: nothing.
 */
package io.millrace.engine.credential;
