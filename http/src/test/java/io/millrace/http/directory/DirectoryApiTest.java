package io.millrace.http.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.database.TestSql;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import io.millrace.http.endpoint.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoryApiTest {
  private static TestNode node;
  private static TestClient api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = node.client;
    put("/clients/bank", "{'name':'Bank'}");
    put("/users/ann", "{'client':'bank'}");
    put("/sites/isp", "{'provider':'p'}");
    put("/user-sites/ann-isp", "{'user':'ann','site':'isp'}");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Answer put(String path, String body) {
    return api.put(path, body.replace('\'', '"'));
  }

  private static Answer post(String path, String body) {
    return api.post(path, body.replace('\'', '"'));
  }

  private static Answer delete(String path) {
    return api.send(api.request(path).DELETE());
  }

  private static void isJson(Answer answer, int status, String json) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(status);
    assertThat(answer.response().body()).isEqualTo(json.replace('\'', '"'));
  }

  private static void isProblem(Answer answer, int status, String type) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    assertThat(answer.text("type")).isEqualTo("/problems/" + type);
    assertThat(answer.text("detail")).isNotEmpty();
    assertThat(answer.response().body()).doesNotContain("Exception");
  }

  @Test
  void aListIsSearchedByTheFirstLettersOfTheId() {
    for (String id : List.of("find-1", "find-2", "finder", "fin")) {
      put("/clients/" + id, "{'name':'C'}");
      put("/sites/" + id, "{'provider':'p'}");
    }
    for (String kind : List.of("clients", "sites")) {
      JsonNode found = api.get("/" + kind + "?search=find").json().path(kind);
      assertThat(found.findValuesAsText("id")).containsExactly("find-1", "find-2", "finder");
      JsonNode second = api.get("/" + kind + "?search=find&limit=1&after=find-1").json();
      assertThat(second.path(kind).findValuesAsText("id")).containsExactly("find-2");
      assertThat(api.get("/" + kind + "?search=nobody").json().path(kind)).isEmpty();
      isProblem(api.get("/" + kind + "?search=a%25"), 400, "invalid-input");
    }
    JsonNode users = api.get("/users?search=an&client=bank").json().path("users");
    assertThat(users.findValuesAsText("id")).containsExactly("ann");
    JsonNode own = api.get("/user-sites?search=ann-&user=ann").json().path("user_sites");
    assertThat(own.findValuesAsText("id")).containsExactly("ann-isp");
  }

  @Test
  void aClientIsMadeShownChangedAndDeleted() {
    String made = "{'id':'c1','name':'C','requires_recent_login':false}";
    isJson(put("/clients/c1", "{'name':'C'}"), 201, made);
    isJson(put("/clients/c1", made), 200, made);
    isJson(api.get("/clients/c1"), 200, made);
    String changed = "{'id':'c1','name':'D','refreshes_per_day':3,'requires_recent_login':true}";
    isJson(put("/clients/c1", changed), 200, changed);
    isJson(api.get("/clients/c1"), 200, changed);
    isJson(delete("/clients/c1"), 204, "");
    isProblem(api.get("/clients/c1"), 404, "unknown-client");
    isProblem(delete("/clients/c1"), 404, "unknown-client");
  }

  @Test
  void aUserIsMadeShownChangedAndDeletedWithItsUserSites() {
    isJson(
        put("/users/u1", "{'client':'bank','last_login':'2026-01-01T01:00:00+01:00'}"),
        201,
        "{'id':'u1','client':'bank','status':'ACTIVE','last_login':'2026-01-01T00:00:00.000Z'}");
    String blocked = "{'id':'u1','client':'bank','status':'BLOCKED'}";
    isJson(put("/users/u1", "{'client':'bank','status':'BLOCKED'}"), 200, blocked);
    isJson(api.get("/users/u1"), 200, blocked);
    put("/user-sites/u1-isp", "{'user':'u1','site':'isp'}");
    isJson(delete("/users/u1"), 204, "");
    isProblem(api.get("/users/u1"), 404, "unknown-user");
    isProblem(api.get("/user-sites/u1-isp"), 404, "unknown-user-site");
  }

  @Test
  void aSiteIsShownAsItWasGiven() {
    String given =
        "{'id':'s1','provider':'p','maintenance':false,'supported':true,'scraping':true,"
            + "'schedule':{'every':'2h'},'retry':{'delays':['1m','5m']},'run':{'noop':{}}}";
    isJson(put("/sites/s1", given), 201, given);
    isJson(put("/sites/s1", given), 200, given);
    isJson(api.get("/sites/s1"), 200, given);
    isJson(delete("/sites/s1"), 204, "");
    isProblem(delete("/sites/s1"), 404, "unknown-site");
  }

  /** A user-site is shown with more: how its refreshing goes. */
  private static void shows(String path, String fields) {
    JsonNode shown = api.get(path).json();
    Json.object(fields.replace('\'', '"'))
        .properties()
        .forEach(
            field -> assertThat(shown.get(field.getKey())).as(path).isEqualTo(field.getValue()));
    assertThat(shown.path("state").asText()).isEqualTo("idle");
  }

  @Test
  void aUserSiteIsMadeShownChangedAndDeleted() {
    String made = "{'id':'x1','user':'ann','site':'isp','status':'CONNECTED','migrating':false}";
    isJson(put("/user-sites/x1", "{'user':'ann','site':'isp'}"), 201, made);
    shows("/user-sites/x1", made);
    isJson(put("/user-sites/x1", made), 200, made);
    String changed =
        "{'id':'x1','user':'ann','site':'isp','status':'STEP_NEEDED','migrating':true,"
            + "'last_refresh':'2026-01-01T00:00:00.000Z',"
            + "'last_mfa_required_at':'2026-01-02T00:00:00.000Z'}";
    isJson(put("/user-sites/x1", changed), 200, changed);
    isJson(delete("/user-sites/x1"), 204, "");
    isProblem(delete("/user-sites/x1"), 404, "unknown-user-site");
  }

  @Test
  void whatIsHeardOfAUserSiteIsInItsRow() throws Exception {
    put("/user-sites/x2", "{'user':'ann','site':'isp'}");
    assertThat(api.post("/user-sites/x2/mfa-required").text("last_mfa_required_at")).isNotEmpty();
    assertThat(
            post("/user-sites/x2/mfa-required", "{'at':'2999-01-01T00:00:00Z'}")
                .text("last_mfa_required_at"))
        .isEqualTo("2999-01-01T00:00:00.000Z");
    assertThat(
            post("/user-sites/x2/migration", "{'migrating':true}")
                .json()
                .get("migrating")
                .asBoolean())
        .isTrue();
    assertThat(post("/user-sites/x2/status", "{'status':'DISCONNECTED'}").text("status"))
        .isEqualTo("DISCONNECTED");
    assertThat(
            TestSql.value(node.database, "select kind from notifications where subject = 'isp/x2'"))
        .isEqualTo("connection-status-changed");
    shows(
        "/user-sites/x2",
        "{'id':'x2','user':'ann','site':'isp','status':'DISCONNECTED','migrating':true,"
            + "'last_mfa_required_at':'2999-01-01T00:00:00.000Z'}");
    for (String path : List.of("mfa-required", "migration", "status")) {
      String body =
          "{'mfa-required':{},'migration':{'migrating':true},'status':{'status':'CONNECTED'}}";
      JsonNode bodies = Json.object(body.replace('\'', '"'));
      isProblem(
          api.post("/user-sites/nobody/" + path, bodies.get(path).toString()),
          404,
          "unknown-user-site");
      Answer refused = api.post("/user-sites/x2/" + path, "{\"colour\":\"red\"}");
      isProblem(refused, 400, "invalid-input");
      assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo("colour");
    }
  }

  @Test
  void whatBelongsToWhatNeverChanges() {
    put("/clients/c2", "{'name':'C'}");
    Answer moved = put("/users/ann", "{'client':'c2'}");
    isProblem(moved, 409, "belongs-elsewhere");
    assertThat(moved.json().at("/errors/0/field").asText()).isEqualTo("client");
    put("/users/bob", "{'client':'c2'}");
    isProblem(put("/user-sites/ann-isp", "{'user':'bob','site':'isp'}"), 409, "belongs-elsewhere");
    assertThat(api.get("/user-sites/ann-isp").text("user")).isEqualTo("ann");
  }

  @Test
  void whatOthersBelongToIsNotDeleted() {
    Answer refused = delete("/clients/bank");
    isProblem(refused, 409, "in-use");
    assertThat(refused.text("detail")).contains("bank").containsPattern("has [1-9]");
    isProblem(delete("/sites/isp"), 409, "in-use");
    assertThat(api.get("/clients/bank").status()).isEqualTo(200);
  }

  @Test
  void aSiteMayNotHaveTheNameOfASource() {
    isProblem(put("/sites/demo", "{'provider':'p'}"), 409, "name-of-a-source");
    isProblem(api.get("/sites/demo"), 404, "unknown-site");
  }

  @Test
  void listsAreReadPageByPageAndNarrowed() {
    put("/clients/c3", "{'name':'C'}");
    for (int i = 0; i < 7; i++) {
      put("/users/l" + i, "{'client':'c3','status':'" + (i < 2 ? "BLOCKED" : "ACTIVE") + "'}");
      put("/user-sites/l" + i, "{'user':'l" + i + "','site':'isp'}");
    }
    List<String> read = new ArrayList<>();
    Answer page = api.get("/users?client=c3&limit=3");
    while (page.json().has("after")) {
      page.json().get("users").forEach(user -> read.add(user.get("id").asText()));
      page = api.get("/users?client=c3&limit=3&after=" + page.text("after"));
    }
    page.json().get("users").forEach(user -> read.add(user.get("id").asText()));
    assertThat(read).containsExactly("l0", "l1", "l2", "l3", "l4", "l5", "l6");
    assertThat(api.get("/users?client=c3&status=BLOCKED").json().get("users")).hasSize(2);
    assertThat(api.get("/user-sites?user=l3").json().at("/user_sites/0/id").asText())
        .isEqualTo("l3");
    assertThat(api.get("/user-sites?user=l3&status=disconnected").json().get("user_sites"))
        .isEmpty();
    isProblem(api.get("/user-sites?site=nowhere"), 404, "unknown-site");
    assertThat(api.get("/user-sites?site=isp&status=CONNECTED&limit=1000").json().get("user_sites"))
        .hasSizeGreaterThanOrEqualTo(7);
    assertThat(api.get("/sites?provider=p").json().get("sites")).isNotEmpty();
    assertThat(api.get("/sites?provider=q").json().get("sites")).isEmpty();
    assertThat(api.get("/clients").json().get("clients")).isNotEmpty();
  }

  static Stream<Arguments> badEntries() {
    return Stream.of(
        Arguments.of("/clients/c4", "{'name':'C','refreshes_per_day':-1}", "refreshes_per_day"),
        Arguments.of("/clients/c4", "{'nme':'C'}", "nme"),
        Arguments.of("/clients/c4", "{'id':'c5','name':'C'}", "id"),
        Arguments.of("/clients/a%20b", "{'name':'C'}", "id"),
        Arguments.of("/clients/c4", "{'name':", "document"),
        Arguments.of("/clients/c4", "{'name':'\\ud800'}", "document"),
        Arguments.of("/clients/c4", "", "document"),
        Arguments.of("/users/u4", "{'client':'nobody'}", "client"),
        Arguments.of("/users/u4", "{'client':'bank','status':'GONE'}", "status"),
        Arguments.of("/users/u4", "{'client':'bank','last_login':'today'}", "last_login"),
        Arguments.of("/sites/s4", "{'provider':'p','schedule':'99 * * * *'}", "schedule"),
        Arguments.of("/sites/s4", "{'provider':'p','pool':'other'}", "pool"),
        Arguments.of("/sites/s4", "{'provider':'p','run':{'magic':{}}}", "run"),
        Arguments.of("/user-sites/x4", "{'user':'nobody','site':'isp'}", "user"),
        Arguments.of("/user-sites/x4", "{'user':'ann','site':'nowhere'}", "site"));
  }

  @ParameterizedTest
  @MethodSource("badEntries")
  void aBadEntryIsRefusedByItsFieldAndNothingIsSaved(String path, String body, String field) {
    Answer refused = put(path, body);
    isProblem(refused, 400, "invalid-input");
    assertThat(refused.json().at("/errors/0/field").asText()).startsWith(field);
    assertThat(api.get(path).status()).isEqualTo(404);
  }

  @Test
  void everyErrorIsToldAtOnce() {
    assertThat(put("/users/u5", "{'status':'x','last_login':'y','z':1}").json().get("errors"))
        .hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/users?status=GONE",
        "/users?client=a%20b",
        "/users?limit=1001",
        "/users?after=%00",
        "/sites?provider=%00",
        "/user-sites?status=connect",
        "/clients?name=x"
      })
  void aBadQuestionNamesTheParameter(String path) {
    Answer refused = api.get(path);
    isProblem(refused, 400, "invalid-input");
    assertThat(path).contains(refused.json().at("/errors/0/field").asText());
  }

  @Test
  void whatNoIdCanBeIsNotFound() {
    isProblem(api.get("/users/%00"), 404, "not-found");
    isProblem(delete("/users/a%20b"), 404, "unknown-user");
    isProblem(post("/user-sites/%00/migration", "{'migrating':true}"), 404, "not-found");
  }

  @Test
  void nobodyWithoutATokenSeesTheDirectory() {
    for (String path : List.of("/clients", "/users", "/sites", "/user-sites/ann-isp")) {
      assertThat(node.anonymous().get(path).status()).isEqualTo(401);
    }
    assertThat(node.anonymous().post("/import", "").status()).isEqualTo(401);
  }

  @Test
  void badInputOfTheDirectoryIsNamedAndChangesNothing() {
    Answer client = put("/clients/c9", "{'name':'C','refreshes_per_day':2}");
    Answer number = put("/clients/c9", "{'name':'C','refreshes_per_day':-1}");
    isProblem(number, 400, "invalid-input");
    assertThat(number.text("detail")).startsWith("refreshes_per_day = -1: must be a whole number");
    assertThat(api.get("/clients/c9").json()).isEqualTo(client.json());
    Answer site = put("/sites/s9", "{'provider':'p','schedule':'0 0 6,16 * * ?'}");
    Answer zone =
        put("/sites/s9", "{'provider':'p','schedule':{'cron':'0 6 * * *','zone':'Mars/Olympus'}}");
    isProblem(zone, 400, "invalid-input");
    assertThat(zone.text("detail"))
        .startsWith("schedule.zone = Mars/Olympus: is not an IANA time zone");
    assertThat(api.get("/sites/s9").json()).isEqualTo(site.json());
    Answer user = put("/users/nobodys", "{'client':'nobody'}");
    isProblem(user, 400, "invalid-input");
    assertThat(user.text("detail")).startsWith("client = nobody: there is no such client");
    assertThat(delete("/clients/c9").status()).isEqualTo(204);
    assertThat(delete("/sites/s9").status()).isEqualTo(204);
  }

  @Test
  void aSourceCannotHaveTheNameOfASite() {
    Answer refused = api.put("/sources", "sources: {isp: {collections: [{name: c}]}}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("detail")).contains("sources.isp").contains("name of a site");
  }

  @Test
  void badInputOfTheFlywheelIsNamed() {
    assertThat(api.post("/batch/schedule-user-refreshes?date=yesterday").text("detail"))
        .isEqualTo("date = yesterday: is not a day such as 2026-01-31");
    Answer past = api.post("/batch/schedule-user-refreshes?date=2026-02-28");
    assertThat(past.status()).isEqualTo(400);
    assertThat(past.text("detail")).contains("must be today or tomorrow");
    assertThat(api.post("/flywheel/internal/users/nobody").status()).isEqualTo(404);
    assertThat(api.get("/flywheel/plan?date=2020-01-01").status()).isEqualTo(404);
    assertThat(api.get("/users/nobody/plan").status()).isEqualTo(404);
    assertThat(api.post("/flywheel/internal").json().at("/enabled").asBoolean()).isTrue();
  }
}
