package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Role;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds for every view of administration, for a test that has a node and a browser. */
interface AdminViewChecks {
  List<Integer> WIDTHS = List.of(390, 768, 1024, 1280, 1920);

  /** The addresses of administration that exist on every node. */
  List<String> ALL =
      List.of(
          "admin",
          "admin/sources",
          "admin/sites",
          "admin/sites/+",
          "admin/clients",
          "admin/clients/+",
          "admin/users",
          "admin/users/+",
          "admin/user-sites",
          "admin/user-sites/+",
          "admin/pools",
          "admin/pools/+",
          "admin/webhooks",
          "admin/webhooks/+",
          "admin/projects",
          "admin/projects/default",
          "admin/tokens",
          "admin/tokens/+");

  TestNode node();

  /** A browser of its own: what others did is in the console of theirs. */
  @Test
  default void everyViewFitsEveryScreenBreaksNoRuleOfAxeAndAsksOnlyItsNode() {
    try (BrowserPage own = BrowserPage.at(node(), TestNode.TOKEN, "admin")) {
      for (String view : ALL) {
        own.open(view);
        for (int width : WIDTHS) {
          own.look(width, 900, "light");
          assertThat(own.wrong(PageReadableTest.TOO_WIDE)).as(view + " at " + width).isEmpty();
        }
        for (String scheme : List.of("light", "dark")) {
          own.look(1280, 900, scheme);
          assertThat(AxeRules.violations(own)).as(view + " " + scheme).isEmpty();
        }
      }
      assertThat(own.requested())
          .allMatch(url -> url.startsWith(node().client.base()) || url.startsWith("data:"));
      assertThat(own.complaints()).isEmpty();
    }
  }

  @Test
  default void aViewerSeesItAllButTokensAndChangesNothing() {
    node().client.put("/clients/seen", "{\"name\": \"Seen\"}");
    List<String> views = new ArrayList<>(ALL);
    views.removeIf(view -> view.contains("tokens") || view.contains("+"));
    views.add("admin/clients/seen");
    try (BrowserPage own = BrowserPage.at(node(), node().token(Role.VIEWER), "admin")) {
      for (String view : views) {
        own.open(view).sees("main h1");
        assertThat(own.texts("main button")).as(view).isSubsetOf("Open");
        assertThat(own.has("main textarea, main .admin-form")).as(view).isFalse();
      }
      own.open("admin").shows("main", "Webhooks");
      assertThat(own.text("main")).doesNotContain("Access tokens", "First source");
    }
  }
}
