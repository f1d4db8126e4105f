package io.millrace.client.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.client.model.Page;
import io.millrace.client.model.PageRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageStreamTest {
  private record LetterPage(List<String> items, String after) implements Page<String> {}

  private final List<PageRequest> asked = new ArrayList<>();

  private LetterPage page(PageRequest request) {
    asked.add(request);
    return switch (request.after() == null ? "" : request.after()) {
      case "" -> new LetterPage(List.of("a", "b"), "b");
      case "b" -> new LetterPage(List.of(), "c"); // an empty page need not be the last
      default -> new LetterPage(List.of("d"), null);
    };
  }

  @Test
  void itHasTheItemsOfAllPages() {
    assertThat(PageStream.of(this::page)).containsExactly("a", "b", "d");
    assertThat(asked).extracting(PageRequest::after).containsExactly(null, "b", "c");
  }

  @Test
  void aPageIsFetchedWhenItIsNeeded() {
    assertThat(PageStream.of(this::page, PageRequest.ofSize(2)).limit(2)).containsExactly("a", "b");
    assertThat(asked).containsExactly(new PageRequest(2, null));
  }
}
