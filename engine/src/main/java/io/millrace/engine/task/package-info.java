/** What a task is: its identity, order, status, outcome and log. No actor here. */
package io.millrace.engine.task;
