package io.millrace.engine.store;

import io.millrace.engine.task.HistoryWriter;
import java.util.List;

/**
 * The new state of an owner: in stored form, and the events that led to it, for the rows that are
 * written with it.
 *
 * @param before what it replaces
 */
record StateRow(
    OwnerRevision before,
    SerializedPayload state,
    List<? extends HistoryWriter.HistoryEvent> events) {

  String owner() {
    return before.owner();
  }

  long revision() {
    return before.next().number();
  }

  boolean isNew() {
    return !before.hasRow();
  }
}
