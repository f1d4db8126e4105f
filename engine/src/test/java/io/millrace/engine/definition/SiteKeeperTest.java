package io.millrace.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.engine.directory.Client;
import io.millrace.engine.directory.ConnectionStatus;
import io.millrace.engine.directory.DirectoryEntry;
import io.millrace.engine.directory.DirectoryStore;
import io.millrace.engine.directory.EntryReader;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.directory.SiteEntry;
import io.millrace.engine.directory.SiteRegistry;
import io.millrace.engine.directory.SiteStore;
import io.millrace.engine.directory.User;
import io.millrace.engine.directory.UserSiteEntry;
import io.millrace.engine.directory.UserStatus;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.message.BatchedAsk;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a real database. Simulated user-sites follow each notice. */
class SiteKeeperTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final DatabaseUrl database = TestDatabase.fresh();
  private final TestClock clock = new TestClock();
  private final DirectoryStore directory =
      new DirectoryStore(database.dataSource(), clock, name -> false);
  private final EntryReader reader = new EntryReader((run, field) -> List.of());
  private final SiteRegistry registry = new SiteRegistry();
  private final List<String> defined = new CopyOnWriteArrayList<>();
  private final List<SiteKeeper> keepers = new ArrayList<>();
  private Connection following; // shared, because thousands follow

  @BeforeEach
  void connect() throws SQLException {
    following = database.connect();
  }

  @AfterEach
  void close() throws SQLException {
    keepers.forEach(SiteKeeper::close);
    following.close();
  }

  private SiteKeeper keeper(SiteRegistry sites, Function<String, CompletionStage<?>> define) {
    SiteKeeper keeper = new SiteKeeper(sites, new SiteStore(database.dataSource()), define, clock);
    keepers.add(keeper);
    return keeper;
  }

  private void start(SiteKeeper keeper) {
    keeper.load();
    keeper.start();
  }

  private SiteKeeper start() {
    SiteKeeper keeper = keeper(registry, this::follow);
    start(keeper);
    return keeper;
  }

  private CompletionStage<?> follow(String owner) {
    defined.add(owner);
    try {
      String schedule =
          registry
              .find(owner.substring(0, owner.indexOf('/')))
              .map(site -> site.policy().scheduleText())
              .orElse("");
      try (Statement sql = following.createStatement()) {
        sql.execute(
            ("insert into due (owner, schedule) values ('%s', '%s')"
                    + " on conflict (owner) do update set schedule = excluded.schedule")
                .formatted(owner, schedule));
      }
      return CompletableFuture.completedFuture(null);
    } catch (SQLException fault) {
      return CompletableFuture.failedFuture(fault);
    }
  }

  private SiteEntry site(String id, String schedule) {
    String more = schedule.isEmpty() ? "" : ",\"schedule\":\"" + schedule + "\"";
    return reader.read(
        EntryTables.SITES,
        JsonDocument.object("{\"id\":\"" + id + "\",\"provider\":\"p\"" + more + "}"));
  }

  private static UserSiteEntry userSite(String id, String site) {
    return new UserSiteEntry(id, "u", site, ConnectionStatus.CONNECTED, false, null, null);
  }

  private void save(DirectoryEntry... entries) throws SQLException {
    directory.save(List.of(entries), true);
  }

  private void saveUser() throws SQLException {
    save(new Client("c", "C", null, false), new User("u", "c", UserStatus.ACTIVE, null));
  }

  private boolean allTold() throws SQLException {
    return new SiteStore(database.dataSource()).unsentSchedules().isEmpty();
  }

  @Test
  void aNodeKnowsTheSitesFromItsStartAndHearsOfEveryChange() throws Exception {
    save(site("s", ""));
    SiteKeeper keeper = start();
    assertThat(registry.find("s")).isPresent();
    save(site("t", "every 1h"));
    await().atMost(SOON).until(() -> registry.find("t").isPresent());
    save(site("s", "every 2h"));
    directory.delete(EntryTables.SITES, "t");
    keeper.refresh().toCompletableFuture().join();
    assertThat(registry.find("t")).as("at once, if it is asked to look").isEmpty();
    assertThat(registry.find("s").orElseThrow().policy().scheduleText()).isNotEmpty();
  }

  @Test
  void aSiteThatCannotBeReadAnyMoreDoesNotKeepTheOthersOut() throws Exception {
    save(site("s", ""), site("t", ""));
    TestSql.execute(
        database, "update sites set definition = '{\"timeout\":\"0s\"}' where id = 's'");
    start();
    assertThat(registry.find("s")).isEmpty();
    assertThat(registry.find("t")).isPresent();
  }

  @Test
  void exactlyThoseWhoFollowAnotherScheduleAreTold() throws Exception {
    saveUser();
    save(site("s", "every 1h"), site("hand", ""), userSite("a", "s"), userSite("h", "hand"));
    start();
    await().atMost(SOON).until(this::allTold);
    assertThat(defined).containsExactly("s/a");
    save(userSite("b", "s"));
    await().atMost(SOON).until(this::allTold);
    assertThat(defined).as("the new one only").containsExactly("s/a", "s/b");
    save(site("s", "every 2h"));
    await().atMost(SOON).until(this::allTold);
    assertThat(defined.subList(2, defined.size())).contains("s/a", "s/b");
    defined.clear();
    save(site("s", ""));
    await().atMost(SOON).until(this::allTold);
    assertThat(defined).contains("s/a", "s/b").doesNotContain("hand/h");
  }

  @Test
  void whoIsDisabledIsLeftAlone() throws Exception {
    saveUser();
    save(site("s", "every 1h"), userSite("a", "s"), userSite("off", "s"));
    TestSql.execute(
        database,
        "insert into due (owner, schedule, disabled_reason) values ('s/off', '', 'gave up')");
    start();
    await().atMost(SOON).until(this::allTold);
    assertThat(defined).containsExactly("s/a");
  }

  @Test
  void thousandsAreToldInGroupsThatAreBounded() throws Exception {
    saveUser();
    List<DirectoryEntry> many = new ArrayList<>(List.of(site("s", "every 1h")));
    for (int i = 0; i < 2_500; i++) {
      many.add(userSite("x" + i, "s"));
    }
    directory.save(many, false);
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Set<String> all = ConcurrentHashMap.newKeySet();
    Executor threads = Executors.newFixedThreadPool(4);
    start(
        keeper(
            registry,
            owner -> {
              most.accumulateAndGet(asked.incrementAndGet(), Math::max);
              return CompletableFuture.runAsync(
                  () -> {
                    all.add(owner);
                    follow(owner);
                    asked.decrementAndGet();
                  },
                  threads);
            }));
    await().atMost(Duration.ofSeconds(60)).until(this::allTold);
    assertThat(all).hasSize(2_500);
    assertThat(defined).as("each once").hasSize(2_500);
    assertThat(most.get()).isLessThanOrEqualTo(BatchedAsk.BATCH_SIZE);
  }

  @Test
  void whoDoesNotAnswerIsToldAgainAndTheOthersDoNotWaitForIt() throws Exception {
    saveUser();
    save(site("s", "every 1h"), userSite("a", "s"), userSite("b", "s"));
    AtomicInteger faults = new AtomicInteger(1);
    start(
        keeper(
            registry,
            owner ->
                faults.getAndDecrement() > 0
                    ? CompletableFuture.failedFuture(new IllegalStateException("no answer"))
                    : follow(owner)));
    await().atMost(SOON).until(this::allTold);
    assertThat(defined).containsExactly("s/b", "s/a");
  }

  @Test
  void whoLivesWhereTheSiteIsNotKnownYetIsToldUntilItFollows() throws Exception {
    saveUser();
    save(site("s", "every 1h"), userSite("a", "s"));
    AtomicInteger deaf = new AtomicInteger(2);
    start(
        keeper(
            registry,
            owner -> {
              if (deaf.getAndDecrement() > 0) {
                return CompletableFuture.completedFuture(null);
              }
              return follow(owner);
            }));
    await().atMost(SOON).until(this::allTold);
    assertThat(defined).containsExactly("s/a");
    assertThat(deaf.get()).isEqualTo(-1);
  }

  @Test
  void whatComesWhileOthersAreToldIsNotTakenForTold() throws Exception {
    saveUser();
    save(site("s", "every 1h"), userSite("m", "s"));
    SiteStore.UnsentSchedule seen = new SiteStore(database.dataSource()).unsentSchedules().get(0);
    save(userSite("a", "s"));
    new SiteStore(database.dataSource()).markScheduleSent(seen);
    assertThat(allTold()).isFalse();
    new SiteStore(database.dataSource())
        .markScheduleSent(new SiteStore(database.dataSource()).unsentSchedules().get(0));
    assertThat(allTold()).isTrue();
  }

  @Test
  void onlyOneNodeTellsAtATime() throws Exception {
    SiteStore one = new SiteStore(database.dataSource());
    SiteStore other = new SiteStore(database.dataSource());
    List<String> ran = new ArrayList<>();
    one.runExclusively(
        () -> {
          ran.add("one");
          other.runExclusively(() -> ran.add("other meanwhile"));
        });
    other.runExclusively(() -> ran.add("other afterwards"));
    assertThat(ran).containsExactly("one", "other afterwards");
  }
}
