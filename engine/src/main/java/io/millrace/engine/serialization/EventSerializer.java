package io.millrace.engine.serialization;

import akka.serialization.SerializerWithStringManifest;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.millrace.engine.flow.ChannelPool;
import io.millrace.engine.flow.ChannelsChanged;
import io.millrace.engine.refresh.PastDecision;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteEvent;
import io.millrace.engine.token.Token;
import io.millrace.engine.token.TokenEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Serializes events, snapshots and states for storage: CBOR under chosen names, never class names.
 * The table of names is a file format: entries are added, never changed or removed.
 *
 * <p>States of owners are written with each change, so they are compact: {@link RecordsAsArrays}.
 * Their snapshots of earlier releases have the names of their fields.
 */
public final class EventSerializer extends SerializerWithStringManifest {
  private static final int IDENTIFIER = 7_001;

  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("user-site", UserSite.class),
          Map.entry("user-site-queued", UserSiteEvent.Queued.class),
          Map.entry("user-site-ended", UserSiteEvent.Ended.class),
          Map.entry("user-site-skipped", UserSiteEvent.Skipped.class),
          Map.entry("user-site-defined", UserSiteEvent.Defined.class),
          Map.entry("user-site-saved", UserSiteEvent.Saved.class),
          Map.entry("user-site-disabled", UserSiteEvent.DisabledByHand.class),
          Map.entry("user-site-removed", UserSiteEvent.Removed.class),
          Map.entry("token", Token.class),
          Map.entry("token-arrived", TokenEvent.Arrived.class),
          Map.entry("token-queued", TokenEvent.Queued.class),
          Map.entry("token-passed", TokenEvent.Passed.class),
          Map.entry("token-ended", TokenEvent.Ended.class),
          Map.entry("token-booked", TokenEvent.Booked.class),
          Map.entry("token-delivered", TokenEvent.Delivered.class),
          Map.entry("token-reset", TokenEvent.Reset.class),
          Map.entry("token-cleared", TokenEvent.Cleared.class),
          Map.entry("token-removed", TokenEvent.Removed.class),
          Map.entry("channel-pool", ChannelPool.class),
          Map.entry("channel-pool-moved", ChannelsChanged.class));

  /** The states of owners. */
  private static final Map<String, Class<?>> STATES =
      Map.of("user-site-state", UserSite.class, "token-state", Token.class);

  /** What is written under which name: a state is no longer written as a snapshot. */
  private static final Map<Class<?>, String> NAMES = new HashMap<>();

  static {
    TYPES.forEach((name, type) -> NAMES.put(type, name));
    STATES.forEach((name, type) -> NAMES.put(type, name));
  }

  private static final ObjectMapper MAPPER = mapper().build();

  private static final ObjectMapper COMPACT =
      mapper()
          .annotationIntrospector(new RecordsAsArrays())
          .addMixIn(UserSite.class, UserSiteMixIn.class)
          .build();

  private abstract static class UserSiteMixIn {
    @JsonSerialize(converter = DecisionOrderConverter.class)
    @JsonDeserialize(converter = DecisionOrderConverter.class)
    List<PastDecision> decisions = List.of();
  }

  private static CBORMapper.Builder mapper() {
    return CBORMapper.builder()
        .addModule(new JavaTimeModule())
        .disable(SerializationFeature.WRITE_DATE_TIMESTAMPS_AS_NANOSECONDS)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .disable(DeserializationFeature.READ_DATE_TIMESTAMPS_AS_NANOSECONDS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .defaultPropertyInclusion(JsonInclude.Value.construct(Include.NON_NULL, Include.ALWAYS))
        .visibility(PropertyAccessor.ALL, Visibility.NONE)
        .visibility(PropertyAccessor.FIELD, Visibility.ANY)
        .visibility(PropertyAccessor.CREATOR, Visibility.ANY);
  }

  /** The names under which something is written; more can be read. */
  static Set<String> names() {
    return Set.copyOf(NAMES.values());
  }

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object stored) {
    String name = NAMES.get(stored.getClass());
    if (name == null) {
      throw new IllegalArgumentException(stored.getClass() + " has no stored name");
    }
    return name;
  }

  @Override
  public byte[] toBinary(Object stored) {
    try {
      return mapper(manifest(stored)).writeValueAsBytes(stored);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) {
    Class<?> type = TYPES.getOrDefault(manifest, STATES.get(manifest));
    if (type == null) {
      throw new IllegalArgumentException(
          "This release cannot read '" + manifest + "': a later release wrote it");
    }
    try {
      return mapper(manifest).readValue(bytes, type);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  private static ObjectMapper mapper(String manifest) {
    return STATES.containsKey(manifest) ? COMPACT : MAPPER;
  }
}
