package io.millrace.client.api;

import io.millrace.client.model.Page;
import io.millrace.client.model.PageRequest;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** All items of a list. Each page is fetched when the one before it is used up. */
public final class PageStream<T> implements Iterator<T> {
  private final Function<PageRequest, ? extends Page<T>> pages;
  private @Nullable PageRequest next;
  private Iterator<T> items = List.<T>of().iterator();

  private PageStream(Function<PageRequest, ? extends Page<T>> pages, PageRequest first) {
    this.pages = pages;
    this.next = first;
  }

  /** {@code PageStream.of(page -> client.jobs().listJobs(JobFilter.ALL, page))}. */
  public static <T> Stream<T> of(Function<PageRequest, ? extends Page<T>> pages) {
    return of(pages, PageRequest.FIRST);
  }

  /**
   * @param first where it begins, and how large each page is
   */
  public static <T> Stream<T> of(
      Function<PageRequest, ? extends Page<T>> pages, PageRequest first) {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(
            new PageStream<>(pages, first), Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  @Override
  public boolean hasNext() {
    while (!items.hasNext() && next != null) {
      Page<T> page = pages.apply(next);
      items = page.items().iterator();
      next = page.after() == null ? null : next.after(page.after());
    }
    return items.hasNext();
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return items.next();
  }
}
