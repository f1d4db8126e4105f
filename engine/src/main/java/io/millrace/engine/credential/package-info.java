/**
 * Credentials that somebody wrote into a definition: where they are, and how the definition is
 * shown without them.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.engine.credential;

import org.jspecify.annotations.NullMarked;
