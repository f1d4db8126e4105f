package io.millrace.client.model;

import java.util.List;

/** A page of a list. */
public interface Page<T> {
  List<T> items();

  /** Where the next page begins; null if this is the last one. */
  String after();
}
