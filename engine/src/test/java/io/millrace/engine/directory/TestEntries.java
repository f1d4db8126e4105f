package io.millrace.engine.directory;

import io.millrace.engine.input.JsonDocument;
import java.time.Instant;
import java.util.List;

/** Minimal entries of the directory. */
final class TestEntries {
  private static final EntryReader READER = new EntryReader((run, field) -> List.of());

  private TestEntries() {}

  static Client client(String id) {
    return new Client(id, "Client " + id, null, false);
  }

  static User user(String id, String client) {
    return new User(id, client, UserStatus.ACTIVE, null);
  }

  static UserSiteEntry userSite(String id, String user, String site) {
    return new UserSiteEntry(
        id,
        user,
        site,
        ConnectionStatus.CONNECTED,
        false,
        null,
        Instant.parse("2026-01-01T00:00:00Z"));
  }

  static SiteEntry site(String id, String more) {
    return READER.read(
        EntryTables.SITES,
        JsonDocument.object("{\"id\":\"" + id + "\",\"provider\":\"p\"" + more + "}"));
  }

  static SiteEntry every(String id, String interval) {
    return site(id, ",\"schedule\":\"every " + interval + "\"");
  }
}
