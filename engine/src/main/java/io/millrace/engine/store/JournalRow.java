package io.millrace.engine.store;

/**
 * An event to be written to the journal: in stored form, and as an object for the rows that are
 * written with it.
 */
record JournalRow(
    String persistenceId,
    long sequenceNr,
    String writer,
    long timestamp,
    String adapterManifest,
    SerializedPayload payload,
    Object event) {}
