package io.millrace.engine.store;

import akka.serialization.Serialization;
import akka.serialization.Serializer;
import akka.serialization.Serializers;

/**
 * An event or a state as bytes.
 *
 * @param serializerId the serializer that wrote them and reads them
 * @param manifest the stored name of the event or state
 */
record SerializedPayload(byte[] bytes, int serializerId, String manifest) {

  static SerializedPayload of(Object stored, Serialization serialization) {
    Serializer serializer = serialization.findSerializerFor(stored);
    return new SerializedPayload(
        serializer.toBinary(stored),
        serializer.identifier(),
        Serializers.manifestFor(serializer, stored));
  }

  Object read(Serialization serialization) {
    return serialization.deserialize(bytes, serializerId, manifest).get();
  }
}
