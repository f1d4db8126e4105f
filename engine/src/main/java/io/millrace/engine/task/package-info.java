/** What a task is: identity, order, status, outcome, history and log; no actor. */
package io.millrace.engine.task;
