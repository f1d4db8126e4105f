package io.millrace.engine.store;

import akka.serialization.Serialization;
import akka.serialization.Serializer;
import akka.serialization.Serializers;

/** The state of an owner in stored form. */
record StoredState(int serializerId, String manifest, byte[] payload) {

  static StoredState of(Object state, Serialization serialization) {
    Serializer serializer = serialization.findSerializerFor(state);
    return new StoredState(
        serializer.identifier(),
        Serializers.manifestFor(serializer, state),
        serializer.toBinary(state));
  }

  Object read(Serialization serialization) {
    return serialization.deserialize(payload, serializerId, manifest).get();
  }
}
