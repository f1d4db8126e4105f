package io.millrace.client.model;

import org.jspecify.annotations.Nullable;

/**
 * Which page of a list.
 *
 * @param limit how many items at most; null for as many as the server likes
 * @param after the {@code after} of the page before; null for the first page
 */
public record PageRequest(@Nullable Integer limit, @Nullable String after) {
  public static final PageRequest FIRST = new PageRequest(null, null);

  public static PageRequest ofSize(int limit) {
    return new PageRequest(limit, null);
  }

  public PageRequest after(String last) {
    return new PageRequest(limit, last);
  }
}
