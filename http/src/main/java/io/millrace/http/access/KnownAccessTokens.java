package io.millrace.http.access;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The tokens a node knows, by their hashes. */
final class KnownAccessTokens {
  /** A token and the hash it is known by. */
  record HashedAccessToken(byte[] hash, AccessToken token) {}

  private final Map<ByteBuffer, HashedAccessToken> byHash = new HashMap<>();

  /**
   * @param own the node's own admin token: it is known even if it is not among the others
   */
  KnownAccessTokens(Iterable<HashedAccessToken> all, HashedAccessToken own) {
    all.forEach(this::add);
    add(own);
  }

  private void add(HashedAccessToken hashed) {
    byHash.put(ByteBuffer.wrap(hashed.hash()), hashed);
  }

  /**
   * How long the search takes may tell something of a hash, never of a token: nobody can make a
   * token for a hash. The last comparison tells nothing at all.
   */
  Optional<AccessToken> find(byte[] hash) {
    return Optional.ofNullable(byHash.get(ByteBuffer.wrap(hash)))
        .filter(found -> MessageDigest.isEqual(found.hash(), hash))
        .map(HashedAccessToken::token);
  }
}
