/**
 * Sources and their collections, as a YAML document defines them.
 *
 * <p>May depend on: credential, input, policy, task.
 */
package io.millrace.engine.source;
