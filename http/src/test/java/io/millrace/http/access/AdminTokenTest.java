package io.millrace.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.TestClock;
import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.engine.database.TestSql;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Role;
import io.millrace.http.endpoint.WorkerBounds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTokenTest {
  private static final String GIVEN = "sixteen-letters-";

  private final DatabaseUrl database = TestDatabase.fresh();
  private final List<AccessTokenKeeper> opened = new ArrayList<>();
  @TempDir private Path temp;

  @AfterEach
  void close() {
    opened.forEach(AccessTokenKeeper::close);
  }

  private AccessTokenKeeper open(String given) throws Exception {
    return open("data", given);
  }

  private AccessTokenKeeper open(String dataDir, String given) throws Exception {
    AdminToken own = AdminToken.of(temp.resolve(dataDir), given);
    AccessTokenKeeper tokens = AccessTokenKeeper.open(database.dataSource(), own, new TestClock());
    opened.add(tokens);
    return tokens;
  }

  private static boolean isAdmin(AccessTokenKeeper tokens, String token) {
    return tokens.findCaller(token).filter(caller -> caller.role() == Role.ADMIN).isPresent();
  }

  private Path file() {
    return AdminToken.file(temp.resolve("data"));
  }

  private String token() throws Exception {
    return Files.readString(file()).strip();
  }

  private String all() throws Exception {
    return TestSql.value(
        database,
        "select coalesce(string_agg(encode(hash, 'hex') || ' ' || role || ' ' || name, ';'"
            + " order by id), '') from access_token");
  }

  private static String sha256(String token) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aTokenIsMadeOnceAndOnlyItsOwnerCanReadIt() throws Exception {
    AccessTokenKeeper first = open("");
    String token = token();
    assertThat(token).startsWith("mr_").hasSize(46);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(isAdmin(first, token)).isTrue();
    assertThat(isAdmin(open(""), token)).isTrue();
    assertThat(token()).isEqualTo(token);
  }

  @Test
  void theDatabaseHasOnlyTheHash() throws Exception {
    open("");
    open("");
    assertThat(all()).isEqualTo(sha256(token()) + " admin data directory");
  }

  @Test
  void noOtherTokenOpensAnything() throws Exception {
    AccessTokenKeeper tokens = open("");
    assertThat(tokens.findCaller("")).isEmpty();
    assertThat(tokens.findCaller(token() + "x")).isEmpty();
    assertThat(tokens.findCaller(sha256(token()))).isEmpty();
  }

  @Test
  void aTokenFromTheEnvironmentReplacesTheEarlierOneFromThere() throws Exception {
    open("");
    assertThat(isAdmin(open(GIVEN), GIVEN)).isTrue();
    AccessTokenKeeper tokens = open("another-long-token");
    assertThat(isAdmin(tokens, "another-long-token")).isTrue();
    assertThat(isAdmin(tokens, GIVEN)).isFalse();
    assertThat(isAdmin(tokens, token())).as("that of the data directory is another").isTrue();
  }

  @Test
  void anotherTokenInTheFileReplacesTheEarlierOneFromThere() throws Exception {
    open("other", "");
    String others = Files.readString(AdminToken.file(temp.resolve("other"))).strip();
    open("");
    String before = token();
    Files.writeString(file(), "another-long-token\n");
    AccessTokenKeeper tokens = open("");
    assertThat(isAdmin(tokens, "another-long-token")).isTrue();
    assertThat(isAdmin(tokens, before)).isFalse();
    assertThat(isAdmin(tokens, others)).as("that of another node stays").isTrue();
  }

  @Test
  void aNodeOpensToItsOwnTokenEvenIfAnotherNodeWasGivenAnotherOne() throws Exception {
    AccessTokenKeeper first = open(GIVEN);
    open("another-long-token");
    first.findCallerOrReload("mr_" + "x".repeat(43)).toCompletableFuture().join();
    assertThat(isAdmin(first, "another-long-token")).as("it did look").isTrue();
    assertThat(isAdmin(first, GIVEN)).isTrue();
  }

  @Test
  void aTokenThatIsGivenToANodeIsAnAdminsWhateverItWasBefore() throws Exception {
    AccessTokenKeeper tokens = open(GIVEN);
    Caller admin = tokens.findCaller(GIVEN).orElseThrow();
    String worker =
        tokens
            .create(new NewAccessToken("w", Role.WORKER, null, WorkerBounds.NONE), admin)
            .toCompletableFuture()
            .join()
            .secret();
    assertThat(isAdmin(tokens, worker)).isFalse();
    assertThat(isAdmin(open(worker), worker)).isTrue();
  }

  @Test
  void withATokenFromTheEnvironmentNoFileIsMade() throws Exception {
    open(GIVEN);
    assertThat(file()).doesNotExist();
  }

  @Test
  void aTokenThatIsTooShortIsRefused() throws Exception {
    assertThatThrownBy(() -> open(GIVEN.substring(1)))
        .hasMessageContaining("MILLRACE_ADMIN_TOKEN")
        .hasMessageContaining("16");
    assertThat(all()).isEmpty();
  }

  /** A node that was killed while it wrote the file must not open the API to an empty token. */
  @Test
  void aFileThatIsEmptyIsNoToken() throws Exception {
    Files.createDirectories(file().getParent());
    Files.createFile(file());
    AccessTokenKeeper tokens = open("");
    assertThat(tokens.findCaller("")).isEmpty();
    assertThat(isAdmin(tokens, token())).isTrue();
    assertThat(token()).hasSizeGreaterThanOrEqualTo(40);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void aTokenInTheFileThatIsTooShortIsRefusedByTheNameOfTheFile() throws Exception {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "admin\n");
    assertThatThrownBy(() -> open("")).hasMessageContaining(file().toString());
  }
}
