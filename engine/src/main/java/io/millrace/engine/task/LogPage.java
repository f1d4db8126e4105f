package io.millrace.engine.task;

import java.util.List;

/**
 * A page of a log.
 *
 * @param dropped the number of lines of the whole log that were dropped because it was too long
 */
public record LogPage(List<LogStore.LogEntry> lines, long dropped) {}
