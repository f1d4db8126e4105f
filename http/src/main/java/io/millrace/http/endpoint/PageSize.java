package io.millrace.http.endpoint;

/**
 * The entries of one page of a list.
 *
 * @param usual if the request names no limit
 * @param most that a request may name
 */
public record PageSize(int usual, int most) {
  /** For an endpoint that returns no list, or a whole one. */
  public static final PageSize NONE = new PageSize(0, 0);

  public static final PageSize USUAL = new PageSize(100, 1_000);
}
