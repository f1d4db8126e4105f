/** What a task is: its identity, order, status, outcome and log. Pure values, no actor, no SQL. */
package io.millrace.engine.task;
