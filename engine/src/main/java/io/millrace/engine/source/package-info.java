/**
 * Sources and their collections, as a YAML document defines them.
 *
 * <p>May depend on: credential, fresh, input, policy, sql, task.
 */
@NullMarked
package io.millrace.engine.source;

import org.jspecify.annotations.NullMarked;
