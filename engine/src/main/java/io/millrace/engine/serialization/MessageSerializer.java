package io.millrace.engine.serialization;

import akka.actor.ExtendedActorSystem;
import akka.serialization.jackson.JacksonObjectMapperProvider;
import akka.serialization.jackson.JacksonSerializer;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.util.Optional;

/**
 * Messages between nodes: CBOR under the names of {@link MessageNames}.
 *
 * <p>It takes the place of Akka's {@code jackson-cbor} and keeps its identifier, its settings and
 * its bytes, because earlier releases use that one. Only the names differ: Akka derives them from
 * the classes. A name that is not in the table is refused before any class is loaded.
 */
public final class MessageSerializer extends JacksonSerializer {

  /** Akka calls this; {@code binding} is the name of this serializer in serialization.conf. */
  public MessageSerializer(ExtendedActorSystem system, String binding) {
    super(
        system,
        binding,
        JacksonObjectMapperProvider.get(system)
            .getOrCreate(binding, Optional.of(new CBORFactory())));
  }

  @Override
  public String manifest(Object message) {
    String name = MessageNames.nameOf(message.getClass());
    if (name == null) {
      throw new IllegalArgumentException(
          message.getClass() + " cannot be sent to another node: it has no name in MessageNames");
    }
    return name;
  }

  @Override
  public Object fromBinary(byte[] bytes, String name) {
    Class<?> type = MessageNames.typeOf(name);
    if (type == null) {
      throw new IllegalArgumentException(
          "This release cannot read the message '" + name + "': it was written by a later one");
    }
    return super.fromBinary(bytes, type.getName());
  }
}
