package io.millrace.engine.store;

/**
 * One event on its way into the journal: as it is stored, and as itself for what is written beside
 * it.
 */
record JournalRow(
    String persistenceId,
    long sequenceNr,
    String writer,
    long timestamp,
    String adapterManifest,
    byte[] payload,
    int serializerId,
    String serializerManifest,
    Object event) {}
