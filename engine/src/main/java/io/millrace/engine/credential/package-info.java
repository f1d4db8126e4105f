/**
 * Credentials that somebody wrote into a definition: where they are, how the definition is shown
 * without them, and what its author is told. Nothing here knows what a definition is for.
 */
package io.millrace.engine.credential;
