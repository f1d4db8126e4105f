package io.millrace.engine.store;

import akka.persistence.PersistentRepr;
import akka.serialization.Serialization;
import scala.Tuple2;
import scala.util.Try;

/** An event as the journal has it: {@link JournalRow}, read back. */
record StoredEvent(
    String persistenceId,
    long sequenceNr,
    long ordering,
    String writer,
    long timestamp,
    String adapterManifest,
    byte[] payload,
    int serializerId,
    String serializerManifest) {

  /** The pair that the plugin wants: the event, and its place among all events. */
  Try<Tuple2<PersistentRepr, Object>> read(Serialization serialization) {
    return serialization
        .deserialize(payload, serializerId, serializerManifest)
        .map(event -> new Tuple2<>(envelope(event), ordering));
  }

  private PersistentRepr envelope(Object event) {
    return PersistentRepr.apply(
            event, sequenceNr, persistenceId, adapterManifest, false, null, writer)
        .withTimestamp(timestamp);
  }
}
