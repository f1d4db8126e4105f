package io.millrace.engine.task;

import java.util.List;

/**
 * Some lines of a log.
 *
 * @param dropped how many lines of the whole log are not kept any more, because there were too many
 */
public record LogPage(List<LogStore.LogEntry> lines, long dropped) {}
