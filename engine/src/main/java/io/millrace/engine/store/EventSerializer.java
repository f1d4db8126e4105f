package io.millrace.engine.store;

import akka.serialization.SerializerWithStringManifest;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.millrace.engine.flow.ChannelPool;
import io.millrace.engine.flow.Moved;
import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.refresh.UserSiteEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Events and snapshots as they are stored: CBOR under names chosen here, never those of classes.
 * This table is a file format: an entry is added, none is changed or removed.
 */
public final class EventSerializer extends SerializerWithStringManifest {
  private static final int IDENTIFIER = 7_001;

  private static final Map<String, Class<?>> TYPES =
      Map.of(
          "user-site", UserSite.class,
          "user-site-queued", UserSiteEvent.Queued.class,
          "user-site-ended", UserSiteEvent.Ended.class,
          "user-site-skipped", UserSiteEvent.Skipped.class,
          "user-site-defined", UserSiteEvent.Defined.class,
          "user-site-saved", UserSiteEvent.Saved.class,
          "user-site-disabled", UserSiteEvent.DisabledByHand.class,
          "user-site-removed", UserSiteEvent.Removed.class,
          "channel-pool", ChannelPool.class,
          "channel-pool-moved", Moved.class);

  private static final Map<Class<?>, String> NAMES =
      TYPES.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

  private static final ObjectMapper MAPPER =
      CBORMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATE_TIMESTAMPS_AS_NANOSECONDS)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .disable(DeserializationFeature.READ_DATE_TIMESTAMPS_AS_NANOSECONDS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultPropertyInclusion(JsonInclude.Value.construct(Include.NON_NULL, Include.ALWAYS))
          .visibility(PropertyAccessor.ALL, Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, Visibility.ANY)
          .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
          .build();

  static Set<String> names() {
    return TYPES.keySet();
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
      return MAPPER.writeValueAsBytes(stored);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) {
    Class<?> type = TYPES.get(manifest);
    if (type == null) {
      throw new IllegalArgumentException(
          "This release cannot read '" + manifest + "': it was written by a later one");
    }
    try {
      return MAPPER.readValue(bytes, type);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
