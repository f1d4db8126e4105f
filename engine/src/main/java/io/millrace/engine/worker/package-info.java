/**
 * Who runs tasks on a node: the runners, and the worker that takes grants and reports outcomes.
 *
 * <p>May depend on: credential, flow, input, outbound, platform, source, task.
 */
package io.millrace.engine.worker;
