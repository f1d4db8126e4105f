package io.millrace.engine.directory;

import java.util.List;

/** All kinds of entries. */
public final class EntryTables {
  public static final EntryTable<Client> CLIENTS = new ClientTable();
  public static final EntryTable<SiteEntry> SITES = new SiteTable();
  public static final EntryTable<User> USERS = new UserTable();
  public static final EntryTable<UserSiteEntry> USER_SITES = new UserSiteTable();

  /** Parents come before their children. */
  public static final List<EntryTable<?>> ALL = List.of(CLIENTS, SITES, USERS, USER_SITES);

  private EntryTables() {}

  static EntryTable<?> of(DirectoryEntry entry) {
    return ALL.stream().filter(table -> table.type().isInstance(entry)).findFirst().orElseThrow();
  }
}
