package io.millrace.engine.store;

import akka.persistence.PersistentRepr;
import akka.serialization.Serialization;
import scala.Tuple2;
import scala.util.Try;

/** An event as stored in the journal: a {@link JournalRow}, read back. */
record StoredEvent(
    String persistenceId,
    long sequenceNr,
    long ordering,
    String writer,
    long timestamp,
    String adapterManifest,
    SerializedPayload payload) {

  /** Returns the pair that the plugin expects: the event, and its position among all events. */
  Try<Tuple2<PersistentRepr, Object>> read(Serialization serialization) {
    return serialization
        .deserialize(payload.bytes(), payload.serializerId(), payload.manifest())
        .map(event -> new Tuple2<>(envelope(event), ordering));
  }

  private PersistentRepr envelope(Object event) {
    return PersistentRepr.apply(
            event, sequenceNr, persistenceId, adapterManifest, false, null, writer)
        .withTimestamp(timestamp);
  }
}
