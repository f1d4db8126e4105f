package io.millrace.engine.directory;

import java.util.List;

/** The kinds of entries there are. */
public final class Tables {
  public static final Table<Client> CLIENTS = new Clients();
  public static final Table<SiteEntry> SITES = new Sites();
  public static final Table<User> USERS = new Users();
  public static final Table<UserSiteEntry> USER_SITES = new UserSiteEntries();

  /** What something belongs to comes before it. */
  public static final List<Table<?>> ALL = List.of(CLIENTS, SITES, USERS, USER_SITES);

  private Tables() {}
}
