package io.millrace.engine.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.source.SourceCollection.Work;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryReaderTest {
  private static final EntryReader READER =
      new EntryReader(
          (run, field) ->
              run.kind().equals("noop")
                  ? List.of()
                  : List.of(new FieldError(field + "." + run.kind(), null, "is not known")));

  private static <T extends DirectoryEntry> T read(EntryTable<T> table, String json) {
    return READER.read(table, JsonDocument.object(json.replace('\'', '"')));
  }

  private static List<String> errors(EntryTable<?> table, String json) {
    return catchThrowableOfType(InvalidInputException.class, () -> read(table, json))
        .errors()
        .stream()
        .map(FieldError::toString)
        .toList();
  }

  @Test
  void whatIsNotGivenIsAsItIsByDefault() {
    assertThat(read(EntryTables.CLIENTS, "{'id': 'a', 'name': 'A'}"))
        .isEqualTo(new Client("a", "A", null, false));
    assertThat(read(EntryTables.USERS, "{'id': 'u', 'client': 'a'}"))
        .isEqualTo(new User("u", "a", UserStatus.ACTIVE, null));
    assertThat(read(EntryTables.USER_SITES, "{'id': 'x', 'user': 'u', 'site': 's'}"))
        .isEqualTo(new UserSiteEntry("x", "u", "s", ConnectionStatus.CONNECTED, false, null, null));
    assertThat(read(EntryTables.SITES, "{'id': 's', 'provider': 'p'}").site())
        .isEqualTo(new Site("s", "p", false, true, false, Policy.DEFAULT, Work.NOOP));
  }

  @Test
  void whatIsGivenIsRead() {
    Instant time = Instant.parse("2026-03-01T11:00:00.123Z");
    assertThat(
            read(
                EntryTables.CLIENTS,
                "{'id':'a','name':'A','refreshes_per_day':0,'requires_recent_login':true}"))
        .isEqualTo(new Client("a", "A", 0, true));
    assertThat(
            read(
                EntryTables.USERS,
                "{'id':'u','client':'a','status':'BLOCKED',"
                    + "'last_login':'2026-03-01T12:00:00.123456+01:00'}"))
        .isEqualTo(new User("u", "a", UserStatus.BLOCKED, time));
    assertThat(
            read(
                EntryTables.USER_SITES,
                "{'id':'x','user':'u','site':'s','status':'STEP_NEEDED','migrating':true,"
                    + "'last_refresh':'2026-03-01T11:00:00.123Z',"
                    + "'last_mfa_required_at':'2026-03-01T11:00:00.123Z'}"))
        .isEqualTo(
            new UserSiteEntry("x", "u", "s", ConnectionStatus.STEP_NEEDED, true, time, time));
    SiteEntry site =
        read(
            EntryTables.SITES,
            "{'id':'s','provider':'p','maintenance':true,'supported':false,'scraping':true,"
                + "'schedule':'0 6 * * *','timeout':'5m','run':{'noop':{}},'system':'BANK'}");
    assertThat(site.site().maintenance()).isTrue();
    assertThat(site.site().supported()).isFalse();
    assertThat(site.site().scraping()).isTrue();
    assertThat(site.site().policy().scheduleText()).isNotEmpty();
    assertThat(site.site().work().system()).isEqualTo("BANK");
    assertThat(site.definition())
        .isEqualTo(
            "{\"schedule\":\"0 6 * * *\",\"timeout\":\"5m\",\"run\":{\"noop\":{}},"
                + "\"system\":\"BANK\"}");
  }

  private static ObjectNode json(DirectoryEntry entry) {
    return new ObjectMapper().valueToTree(entry.fields());
  }

  @Test
  void everyEntryIsReadBackFromItsOwnFields() {
    SiteEntry site =
        read(
            EntryTables.SITES,
            "{'id':'s','provider':'p','schedule':{'every':'2h'},'retry':{'delays':['1m']}}");
    assertThat(READER.read(EntryTables.SITES, json(site))).isEqualTo(site);
    Client client = new Client("a", "A", 3, true);
    assertThat(READER.read(EntryTables.CLIENTS, json(client))).isEqualTo(client);
  }

  @Test
  void twoSpellingsOfASiteAreTheSame() {
    SiteEntry one = read(EntryTables.SITES, "{'id':'s','provider':'p','schedule':'every 120m'}");
    SiteEntry other =
        read(
            EntryTables.SITES,
            "{'id':'s','provider':'p','timeout':'10m','schedule':{'every':'2h'},'scraping':false}");
    assertThat(one.isSameAs(other)).isTrue();
    assertThat(one.isSameAs(read(EntryTables.SITES, "{'id':'s','provider':'p'}"))).isFalse();
  }

  @Test
  void everyErrorOfAClientIsSaidAtOnce() {
    assertThat(
            errors(
                EntryTables.CLIENTS,
                "{'id':'a/b','nme':'A','refreshes_per_day':-1,'requires_recent_login':'yes'}"))
        .containsExactly(
            "nme = A: is not a known field; known: fresh, id, name, refreshes_per_day,"
                + " requires_recent_login",
            "id = a/b: must be 1 to 100 letters, digits, dots, hyphens and underscores",
            "name: is required",
            "refreshes_per_day = -1: must be a whole number from 0 to 1380",
            "requires_recent_login = yes: must be true or false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1381", "1.5", "'3'", "99999999999"})
  void aNumberOfRefreshesIsAWholeOneWithinTheDay(String number) {
    assertThat(
            errors(EntryTables.CLIENTS, "{'id':'a','name':'A','refreshes_per_day':" + number + "}"))
        .singleElement()
        .asString()
        .startsWith("refreshes_per_day");
  }

  @Test
  void everyErrorOfAUserIsSaidAtOnce() {
    assertThat(
            errors(EntryTables.USERS, "{'id':'','client':7,'status':'away','last_login':'today'}"))
        .containsExactly(
            "id = : must be 1 to 100 letters, digits, dots, hyphens and underscores",
            "client = 7: must be text: put it in quotes",
            "status = away: is not one of ACTIVE, BLOCKED",
            "last_login = today: is not an ISO-8601 time such as 2026-01-31T06:00:00Z");
  }

  @Test
  void everyErrorOfAUserSiteIsSaidAtOnce() {
    assertThat(
            errors(
                EntryTables.USER_SITES,
                "{'user':'u u','status':'GONE','migrating':1,"
                    + "'last_refresh':'+12345-01-01T00:00:00Z','last_mfa_required_at':5}"))
        .containsExactly(
            "id: is required",
            "user = u u: must be 1 to 100 letters, digits, dots, hyphens and underscores",
            "site: is required",
            "status = GONE: is not one of CONNECTED, STEP_NEEDED, DISCONNECTED",
            "migrating = 1: must be true or false",
            "last_refresh = +12345-01-01T00:00:00Z: must be within the years 1 to 9999",
            "last_mfa_required_at = 5: must be text: put it in quotes");
  }

  @Test
  void aSiteHasSecretsOfItsProject() {
    assertThat(
            errors(
                EntryTables.SITES, "{'id':'a','provider':'p','project':'a.b','secrets':['x/y']}"))
        .extracting(error -> error.toString().replaceFirst(":.*", ""))
        .containsExactlyInAnyOrder("project = a.b", "secrets[0] = x/y");
  }

  @Test
  void everyErrorOfASiteIsSaidAtOnce() {
    assertThat(
            errors(
                EntryTables.SITES,
                "{'id':'s','provider':' ','schedule':'61 * * * *','pool':'other',"
                    + "'run':{'ftp':{}},'timeout':'0s','colour':'red'}"))
        .satisfiesExactly(
            error -> assertThat(error).startsWith("colour = red: is not a known field"),
            error -> assertThat(error).isEqualTo("run.ftp: is not known"),
            error ->
                assertThat(error)
                    .isEqualTo("pool = other: there is no such pool; the only one is default"),
            error -> assertThat(error).startsWith("provider =  : must be 1 to 200 characters"),
            error -> assertThat(error).startsWith("schedule = 61 * * * *: minute 61"),
            error -> assertThat(error).startsWith("timeout = 0s"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'id':'a'|is not JSON",
        "{'id':'a','id':'b'}|Duplicate",
        "{'id':'a'} {}|is not JSON",
        "[]|must be a JSON object",
        "''|must be a JSON object",
        "{'name':'a\\u0000b'}|NUL",
        "{'name':'a\\ud800b'}|half a character",
        "{'a\\udc00':1}|surrogate",
        "{'run':{'x':['\\ud83d']}}|half a character"
      },
      quoteCharacter = '`')
  void whatIsNotOneSoundObjectIsRefused(String json, String reason) {
    assertThatThrownBy(() -> JsonDocument.object(json.replace('\'', '"')))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aLongValueIsShortenedToWholeCharacters() {
    String name = "x".repeat(199) + "😀".repeat(200);
    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class,
            () -> read(EntryTables.CLIENTS, "{'id':'a','name':'" + name + "'}"));
    assertThat(refused.errors().get(0).value()).isEqualTo("x".repeat(199) + "…");
  }

  @Test
  void whatIsHeardOfAUserSiteChangesThatOnly() {
    UserSiteEntry before =
        new UserSiteEntry("x", "u", "s", ConnectionStatus.CONNECTED, false, null, null);
    Instant now = Instant.parse("2026-03-01T12:00:00.123456Z");
    Instant earlier = Instant.parse("2026-02-01T12:00:00Z");
    UserSiteEntry mfa = UserSiteUpdates.mfaRequired("", now).apply(before);
    assertThat(mfa.lastMfaRequiredAt()).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(UserSiteUpdates.mfaRequired("{\"at\":\"" + earlier + "\"}", now).apply(mfa))
        .as("an older report comes late")
        .isEqualTo(mfa);
    assertThat(
            UserSiteUpdates.mfaRequired("{\"at\":\"" + earlier + "\"}", now)
                .apply(before)
                .lastMfaRequiredAt())
        .isEqualTo(earlier);
    assertThat(UserSiteUpdates.migration("{\"migrating\":true}").apply(before))
        .isEqualTo(before.withMigrating(true));
    assertThat(UserSiteUpdates.status("{\"status\":\"DISCONNECTED\"}").apply(before).status())
        .isEqualTo(ConnectionStatus.DISCONNECTED);
  }

  @Test
  void whatIsHeardMustBeSaidRight() {
    assertThatThrownBy(() -> UserSiteUpdates.mfaRequired("{\"at\":\"soon\"}", Instant.EPOCH))
        .hasMessageContaining("at = soon");
    assertThatThrownBy(() -> UserSiteUpdates.mfaRequired("{\"on\":1}", Instant.EPOCH))
        .hasMessageContaining("on = 1: is not a known field");
    assertThatThrownBy(() -> UserSiteUpdates.migration("{}")).hasMessage("migrating: is required");
    assertThatThrownBy(() -> UserSiteUpdates.migration("{\"migrating\":\"no\"}"))
        .hasMessage("migrating = no: must be true or false");
    assertThatThrownBy(() -> UserSiteUpdates.status("{}")).hasMessage("status: is required");
    assertThatThrownBy(() -> UserSiteUpdates.status("{\"status\":\"OK\"}"))
        .hasMessageContaining("status = OK: is not one of CONNECTED");
    assertThatThrownBy(() -> UserSiteUpdates.status(""))
        .hasMessageContaining("must be a JSON object");
  }
}
