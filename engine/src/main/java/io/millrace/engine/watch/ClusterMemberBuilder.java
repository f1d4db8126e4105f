package io.millrace.engine.watch;

import static java.util.Objects.requireNonNull;

import io.millrace.engine.watch.ClusterService.ClusterMember;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names the parts of a {@link ClusterMember}. All of them are required. */
public final class ClusterMemberBuilder {
  private @Nullable String address;
  private @Nullable String status;
  private @Nullable Boolean reachable;
  private @Nullable String version;
  private @Nullable List<String> roles;
  private @Nullable Boolean self;
  private @Nullable Boolean leader;
  private @Nullable Boolean hasSingletons;
  private @Nullable Map<String, Integer> shards;
  private @Nullable Map<String, Integer> awake;

  ClusterMemberBuilder() {}

  public ClusterMemberBuilder address(String address) {
    this.address = address;
    return this;
  }

  public ClusterMemberBuilder status(String status) {
    this.status = status;
    return this;
  }

  public ClusterMemberBuilder reachable(boolean reachable) {
    this.reachable = reachable;
    return this;
  }

  public ClusterMemberBuilder version(String version) {
    this.version = version;
    return this;
  }

  public ClusterMemberBuilder roles(List<String> roles) {
    this.roles = roles;
    return this;
  }

  public ClusterMemberBuilder self(boolean self) {
    this.self = self;
    return this;
  }

  public ClusterMemberBuilder leader(boolean leader) {
    this.leader = leader;
    return this;
  }

  public ClusterMemberBuilder hasSingletons(boolean hasSingletons) {
    this.hasSingletons = hasSingletons;
    return this;
  }

  public ClusterMemberBuilder shards(Map<String, Integer> shards) {
    this.shards = shards;
    return this;
  }

  public ClusterMemberBuilder awake(Map<String, Integer> awake) {
    this.awake = awake;
    return this;
  }

  public ClusterMember build() {
    return new ClusterMember(
        requireNonNull(address, "address"),
        requireNonNull(status, "status"),
        requireNonNull(reachable, "reachable"),
        requireNonNull(version, "version"),
        requireNonNull(roles, "roles"),
        requireNonNull(self, "self"),
        requireNonNull(leader, "leader"),
        requireNonNull(hasSingletons, "hasSingletons"),
        requireNonNull(shards, "shards"),
        requireNonNull(awake, "awake"));
  }
}
