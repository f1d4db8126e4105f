package io.millrace.engine.simulate;

import io.millrace.engine.flywheel.PlannedUser;
import io.millrace.engine.flywheel.VirtualPlan.ClientUsers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clients and users of a simulation. Users have numbers in the order of their ids; their
 * user-sites are consecutive rows of a {@link VirtualUserSites}. All is in arrays, because there
 * are millions of users.
 */
public final class VirtualDirectory {
  private static final long NEVER = Long.MIN_VALUE;

  /**
   * A client.
   *
   * @param refreshesPerDay absent if it has no number of its own
   */
  public record VirtualClient(
      String id, @Nullable Integer refreshesPerDay, boolean requiresRecentLogin) {}

  private final List<VirtualClient> clients = new ArrayList<>();
  private int[] clientOf = new int[1_024];
  private boolean[] blocked = new boolean[1_024];
  private long[] lastLogins = new long[1_024];
  private int[] firstRow = new int[1_025];
  private int users;

  /** Returns the number of the client. */
  public int addClient(VirtualClient client) {
    clients.add(client);
    return clients.size() - 1;
  }

  /**
   * Adds a user, after all with smaller ids. Its user-sites are the rows that are added next.
   *
   * @param firstUserSite the row of its first user-site
   */
  public int addUser(
      int client, boolean isBlocked, @Nullable Instant lastLogin, int firstUserSite) {
    if (users == clientOf.length) {
      clientOf = Arrays.copyOf(clientOf, 2 * users);
      blocked = Arrays.copyOf(blocked, 2 * users);
      lastLogins = Arrays.copyOf(lastLogins, 2 * users);
      firstRow = Arrays.copyOf(firstRow, 2 * users + 1);
    }
    clientOf[users] = client;
    blocked[users] = isBlocked;
    lastLogins[users] = lastLogin == null ? NEVER : lastLogin.toEpochMilli();
    firstRow[users] = firstUserSite;
    firstRow[users + 1] = firstUserSite;
    return users++;
  }

  /** The last user has its user-sites before this row. */
  public void endUser(int nextRow) {
    firstRow[users] = nextRow;
  }

  public int users() {
    return users;
  }

  List<VirtualClient> clients() {
    return clients;
  }

  int clientOf(int user) {
    return clientOf[user];
  }

  @Nullable Instant lastLogin(int user) {
    return lastLogins[user] == NEVER ? null : Instant.ofEpochMilli(lastLogins[user]);
  }

  int firstRow(int user) {
    return firstRow[user];
  }

  int endRow(int user) {
    return firstRow[user + 1];
  }

  /** The facts by which the plan decides about a user. */
  PlannedUser planned(int user) {
    return new PlannedUser(
        "",
        true,
        blocked[user],
        lastLogin(user),
        clients.get(clientOf[user]).requiresRecentLogin(),
        firstRow[user] < firstRow[user + 1]);
  }

  /** All clients with their users, as the plan takes them. */
  List<ClientUsers> byClient() {
    int[] sizes = new int[clients.size()];
    for (int user = 0; user < users; user++) {
      sizes[clientOf[user]]++;
    }
    int[][] members = new int[clients.size()][];
    Arrays.setAll(members, client -> new int[sizes[client]]);
    int[] next = new int[clients.size()];
    for (int user = 0; user < users; user++) {
      members[clientOf[user]][next[clientOf[user]]++] = user;
    }
    List<ClientUsers> all = new ArrayList<>();
    for (int client = 0; client < members.length; client++) {
      VirtualClient entry = clients.get(client);
      all.add(new ClientUsers(entry.id(), entry.refreshesPerDay(), members[client]));
    }
    return all;
  }
}
