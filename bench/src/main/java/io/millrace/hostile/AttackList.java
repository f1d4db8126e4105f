package io.millrace.hostile;

import java.time.Duration;
import java.util.List;

/** Every attack there is, in the order in which they are tried. A new one is added here. */
final class AttackList {
  static final List<Attack> ALL =
      List.of(
          new RoleMatrix(),
          new ForeignWorker(),
          new CredentialReader(),
          new ForbiddenAddresses(),
          new ForbiddenDefinitions(),
          new ForgedLogLines(),
          new ProgramSpy(),
          new ClusterStranger(),
          new FuzzedRequests(),
          new SmuggledRequests(),
          new DocumentBombs(),
          new LargeDocuments(),
          new UnfinishedBodies(Duration.ofSeconds(90)),
          new AbandonedClaims(),
          new SlowHeaders(Duration.ofSeconds(60)),
          new ConnectionFlood(Duration.ofSeconds(60)),
          new TokenGuesses());

  private AttackList() {}
}
