/** When something is refreshed, and what follows a failure: the rules of retry and alignment. */
package io.millrace.engine.policy;
