/**
 * Runs tasks on a node: the runners, and the worker that takes grants and reports outcomes.
 *
 * <p>May depend on: credential, flow, input, message, outbound, platform, source, task.
 */
@NullMarked
package io.millrace.engine.worker;

import org.jspecify.annotations.NullMarked;
