package io.millrace.engine.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.directory.ImportResult.EntryCounts;
import io.millrace.engine.directory.ImportResult.RejectedLine;
import io.millrace.engine.input.FieldError;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DirectoryImportTest {
  private final DatabaseUrl database = TestDatabase.fresh();
  private final DirectoryStore store =
      new DirectoryStore(database.dataSource(), new TestClock(), name -> false);
  private final EntryReader reader = new EntryReader((run, field) -> List.of());
  private final Map<String, UserSiteFacts> told = new TreeMap<>();

  private static String client(String id) {
    return line("client", "'id':'" + id + "','name':'" + id + "'");
  }

  private static String user(String id, String client) {
    return line("user", "'id':'" + id + "','client':'" + client + "'");
  }

  private static String site(String id) {
    return line("site", "'id':'" + id + "','provider':'p'");
  }

  private static String userSite(String id, String user, String site) {
    return line("user_site", "'id':'" + id + "','user':'" + user + "','site':'" + site + "'");
  }

  private static String line(String kind, String fields) {
    return ("{'" + kind + "':{" + fields + "}}").replace('\'', '"');
  }

  private ImportResult run(boolean update, String... lines) {
    return run(update, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  /** Adds the text in pieces, as the network might. */
  private ImportResult run(boolean update, byte[] bytes) {
    DirectoryImport one = begin(update);
    for (int from = 0; from < bytes.length; from += 7_001) {
      one.add(Arrays.copyOfRange(bytes, from, Math.min(from + 7_001, bytes.length)));
    }
    return one.finish();
  }

  private DirectoryImport begin(boolean update) {
    return new DirectoryImport(store, reader, update, told::putAll);
  }

  private static List<String> shown(ImportResult result) {
    return result.rejected().stream()
        .map(rejected -> rejected.line() + " " + rejected.error())
        .toList();
  }

  private long count(String table) throws SQLException {
    return Long.parseLong(TestSql.value(database, "select count(*) from " + table));
  }

  @Test
  void aLineMayReferToAnyOtherOfItsBatchWhateverTheirOrder() throws Exception {
    ImportResult result =
        run(false, userSite("x", "u", "s"), user("u", "c"), "", client("c"), "  \r", site("s"));
    assertThat(result.lines()).isEqualTo(6);
    assertThat(result.rejected()).isEmpty();
    assertThat(result.counts().values()).containsOnly(new EntryCounts(1, 0, 0, 0));
    assertThat(store.find(EntryTables.USER_SITES, "x")).isPresent();
  }

  @Test
  void aShuffledDirectoryIsImportedWhole() throws Exception {
    List<String> lines = new ArrayList<>(List.of(client("c"), client("d"), site("s"), site("t")));
    for (int i = 0; i < 300; i++) {
      lines.add(user("u" + i, i % 2 == 0 ? "c" : "d"));
      lines.add(userSite("x" + i, "u" + i, i % 3 == 0 ? "s" : "t"));
    }
    Collections.shuffle(lines, new Random(11));
    assertThat(run(false, lines.toArray(String[]::new)).rejected()).isEmpty();
    assertThat(count("user_sites")).isEqualTo(300);
  }

  @Test
  void brokenLinesInTheMiddleOfManyAreRejectedAloneAndEverythingElseIsThere() throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes((client("c") + "\n" + site("s") + "\n").getBytes(StandardCharsets.UTF_8));
    for (int i = 3; i <= 20_000; i++) {
      all.writeBytes(lineOf(i));
      if (i < 20_000) {
        all.write('\n');
      }
    }
    ImportResult result = run(false, all.toByteArray());
    assertThat(result.lines()).isEqualTo(20_000);
    assertThat(shown(result))
        .containsExactly(
            "5001 document: is not UTF-8",
            "7003 document: is longer than 64 KiB",
            "9000 document: is not JSON: Unexpected end-of-input: expected close marker for Object"
                + " at column 22",
            "9001 document = : must have exactly one field, one of client, site, user, user_site",
            "9002 document = user, client: must have exactly one field, one of client, site, user,"
                + " user_site",
            "9003 document = group: must have exactly one field, one of client, site, user,"
                + " user_site",
            "9004 user = 7: must be a mapping",
            "9005 user.client = nobody: there is no such client",
            "9006 user_site.user = nobody: there is no such user",
            "9007 user_site.site = nowhere: there is no such site",
            "9008 user.id: is required; user.client: is required",
            "9009 document: must be a JSON object");
    assertThat(result.moreRejected()).isZero();
    assertThat(result.counts().get(EntryTables.USERS)).isEqualTo(new EntryCounts(9_992, 0, 0, 3));
    assertThat(result.counts().get(EntryTables.USER_SITES).rejected()).isEqualTo(2);
    assertThat(count("users")).isEqualTo(9_992);
    assertThat(count("user_sites"))
        .isEqualTo(result.counts().get(EntryTables.USER_SITES).created());
    assertThat(count("users") + count("user_sites") + 2 + 12).isEqualTo(20_000);
    assertThat(store.find(EntryTables.USERS, "u19999")).as("the last but one").isPresent();
    assertThat(store.find(EntryTables.USER_SITES, "x20000")).as("without a line end").isPresent();

    ImportResult again = run(false, all.toByteArray());
    assertThat(again.rejected()).isEqualTo(result.rejected());
    assertThat(again.counts().get(EntryTables.USERS)).isEqualTo(new EntryCounts(0, 0, 9_992, 3));
    assertThat(again.counts().get(EntryTables.CLIENTS)).isEqualTo(new EntryCounts(0, 0, 1, 0));
    assertThat(again.counts().get(EntryTables.USER_SITES).created()).isZero();
  }

  /** Odd lines are users, even lines are a user-site of the user before. */
  private static byte[] lineOf(int i) {
    String text =
        switch (i) {
          case 7_003 -> "{\"user\":\"" + "x".repeat(100_000) + "\"}";
          case 9_000 -> "{\"user\":{\"id\":\"u9000\"";
          case 9_001 -> "{}";
          case 9_002 -> "{\"user\":{},\"client\":{}}";
          case 9_003 -> "{\"group\":{}}";
          case 9_004 -> "{\"user\":7}";
          case 9_005 -> user("v1", "nobody");
          case 9_006 -> userSite("y1", "nobody", "s");
          case 9_007 -> userSite("y2", "u3", "nowhere");
          case 9_008 -> "{\"user\":{}}";
          case 9_009 -> "[1]";
          case 5_002, 7_004, 9_010 -> userSite("x" + i, "u3", "s");
          default -> i % 2 == 1 ? user("u" + i, "c") : userSite("x" + i, "u" + (i - 1), "s");
        };
    if (i != 5_001) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    byte[] wrong = user("é", "c").getBytes(StandardCharsets.ISO_8859_1);
    return wrong;
  }

  @Test
  void theSameIdAgainIsUnchangedIfEqualAndRejectedIfNot() throws Exception {
    String other = line("client", "'id':'c','name':'other','refreshes_per_day':5");
    ImportResult within = run(false, client("c"), client("c"), other);
    assertThat(within.counts().get(EntryTables.CLIENTS)).isEqualTo(new EntryCounts(1, 0, 1, 1));
    assertThat(shown(within))
        .containsExactly(
            "3 client.name = other: already exists with name = 'c', refreshes_per_day not given;"
                + " import with update=true to change it");
    ImportResult later = run(false, other, client("c"));
    assertThat(later.counts().get(EntryTables.CLIENTS)).isEqualTo(new EntryCounts(0, 0, 1, 1));
    assertThat(later.rejected()).extracting(RejectedLine::line).containsExactly(1L);
    assertThat(TestSql.value(database, "select name from clients")).isEqualTo("c");
  }

  @Test
  void withUpdateWhatExistsIsChangedButNeverWhatItBelongsTo() throws Exception {
    run(false, client("c"), client("d"), user("u", "c"));
    ImportResult result =
        run(
            true,
            line("client", "'id':'c','name':'new'"),
            client("d"),
            line("user", "'id':'u','client':'c','status':'BLOCKED'"),
            user("u", "d"),
            user("v", "d"));
    assertThat(result.counts().get(EntryTables.CLIENTS)).isEqualTo(new EntryCounts(0, 1, 1, 0));
    assertThat(result.counts().get(EntryTables.USERS)).isEqualTo(new EntryCounts(1, 1, 0, 1));
    assertThat(shown(result))
        .containsExactly("4 user.client = d: already belongs to 'c', and that cannot change");
    assertThat(store.find(EntryTables.USERS, "u")).map(User::status).contains(UserStatus.BLOCKED);
  }

  @Test
  void withUpdateChangedAndDisabledUserSitesAreToldOf() throws Exception {
    String[] lines = {
      client("c"),
      user("u", "c"),
      site("s"),
      userSite("same", "u", "s"),
      userSite("off", "u", "s"),
      userSite("moved", "u", "s")
    };
    run(true, lines);
    assertThat(told).as("new ones have nothing to forget").isEmpty();
    TestSql.execute(
        database,
        "insert into due (owner, schedule, disabled_reason) values ('s/off', '', 'gave up')");
    lines[5] = line("user_site", "'id':'moved','user':'u','site':'s','migrating':true");
    run(false, lines);
    assertThat(told).as("nothing was changed").isEmpty();
    run(true, lines);
    assertThat(told)
        .isEqualTo(
            Map.of(
                "s/moved",
                new UserSiteFacts(ConnectionStatus.CONNECTED, true, null, null),
                "s/off",
                new UserSiteFacts(ConnectionStatus.CONNECTED, false, null, null)));
  }

  @Test
  void onlyTheFirstRejectedLinesAreShownAndTheOthersCounted() {
    String bad = Collections.nCopies(2_500, "{").stream().collect(Collectors.joining("\n"));
    ImportResult result = run(false, bad);
    assertThat(result.rejected()).hasSize(1_000);
    assertThat(result.rejected().get(999).line()).isEqualTo(1_000);
    assertThat(result.moreRejected()).isEqualTo(1_500);
    assertThat(result.lines()).isEqualTo(2_500);
  }

  @Test
  void aMarkAtTheBeginningOfTheFileIsNoPartOfTheFirstLine() {
    assertThat(run(false, "\uFEFF" + client("c")).counts().get(EntryTables.CLIENTS).created())
        .isEqualTo(1);
    assertThat(run(false, "", "\uFEFF" + client("d")).rejected()).hasSize(1);
  }

  @Test
  void everyErrorOfALineIsInItsReason() {
    FieldError error =
        run(false, line("client", "'id':'a b','refreshes_per_day':-1")).rejected().get(0).error();
    assertThat(error.field()).isEqualTo("client.id");
    assertThat(error.value()).isEqualTo("a b");
    assertThat(error.reason())
        .contains("letters")
        .contains("client.name: is required")
        .contains("client.refreshes_per_day = -1: must be a whole number");
  }

  @Test
  void aDatabaseThatFailsInTheMiddleStopsTheImportAndItSaysHowFarItGot() throws Exception {
    DirectoryImport one = begin(false);
    one.add((client("c") + "\n").repeat(1_500).getBytes(StandardCharsets.UTF_8));
    TestSql.execute(database, "alter table clients rename to away");
    one.add((client("d") + "\n").repeat(1_000).getBytes(StandardCharsets.UTF_8));
    TestSql.execute(database, "alter table away rename to clients");
    one.add((client("e") + "\n").repeat(5_000).getBytes(StandardCharsets.UTF_8));
    ImportStoppedException stopped =
        catchThrowableOfType(ImportStoppedException.class, one::finish);
    assertThat(stopped.lines()).isEqualTo(1_000);
    assertThat(stopped).hasMessageContaining("1000").hasCauseInstanceOf(SQLException.class);
    assertThat(TestSql.value(database, "select string_agg(id, ',') from clients")).isEqualTo("c");
  }
}
