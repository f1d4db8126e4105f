package io.millrace.client.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of a list. */
public interface Page<T> {
  List<T> items();

  /** Where the next page begins; absent if this is the last one. */
  @Nullable String after();
}
