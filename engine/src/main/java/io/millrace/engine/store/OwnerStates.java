package io.millrace.engine.store;

import akka.actor.typed.ActorSystem;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import io.millrace.engine.store.EventsQuery.EventsFrom;
import io.millrace.engine.task.HistoryWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads and writes the states of owners, each with those of others in one statement. */
public final class OwnerStates {

  /**
   * What is stored of an owner.
   *
   * @param state absent if there is neither a row nor a snapshot
   * @param events that follow the snapshot; empty if there is a row
   */
  public record StoredOwner(
      OwnerRevision revision, @Nullable SerializedPayload state, List<StoredEvent> events) {}

  private final Storage storage;
  private final Serialization serialization;

  private OwnerStates(Storage storage, Serialization serialization) {
    this.storage = storage;
    this.serialization = serialization;
  }

  public static OwnerStates get(ActorSystem<?> system) {
    return new OwnerStates(Storage.get(system), SerializationExtension.get(system));
  }

  /**
   * @param persistenceId under which earlier releases stored its events
   */
  public CompletionStage<StoredOwner> load(String owner, String persistenceId) {
    return storage
        .stateReads()
        .ask(owner)
        .thenCompose(
            found ->
                found.mayHaveEvents()
                    ? loadEvents(owner, persistenceId)
                    : CompletableFuture.completedFuture(row(owner, found)));
  }

  private static StoredOwner row(String owner, StateQuery.FoundState found) {
    OwnerRevision revision =
        new OwnerRevision(owner, found.revision(), found.state() != null, null);
    return new StoredOwner(revision, found.state(), List.of());
  }

  private CompletionStage<StoredOwner> loadEvents(String owner, String persistenceId) {
    return storage
        .snapshotReads()
        .ask(persistenceId)
        .thenCompose(
            snapshot ->
                eventsFrom(
                        persistenceId,
                        snapshot.map(SnapshotQuery.FoundSnapshot::sequenceNr).orElse(0L) + 1,
                        new ArrayList<>())
                    .thenApply(events -> unmoved(owner, persistenceId, snapshot, events)));
  }

  private CompletionStage<List<StoredEvent>> eventsFrom(
      String persistenceId, long from, List<StoredEvent> before) {
    return storage
        .eventReads()
        .ask(new EventsFrom(persistenceId, from))
        .thenCompose(
            found -> {
              before.addAll(found.events());
              return found.more()
                  ? eventsFrom(persistenceId, found.next(), before)
                  : CompletableFuture.completedFuture(before);
            });
  }

  private static StoredOwner unmoved(
      String owner,
      String persistenceId,
      Optional<SnapshotQuery.FoundSnapshot> snapshot,
      List<StoredEvent> events) {
    long number =
        events.isEmpty()
            ? snapshot.map(SnapshotQuery.FoundSnapshot::sequenceNr).orElse(0L)
            : events.get(events.size() - 1).sequenceNr();
    SerializedPayload state = snapshot.map(SnapshotQuery.FoundSnapshot::state).orElse(null);
    return new StoredOwner(
        new OwnerRevision(owner, number, false, number == 0 ? null : persistenceId), state, events);
  }

  /** Returns the state, with the events applied. */
  @SuppressWarnings("unchecked") // what was stored of an owner is of its own types
  public <E, S> S read(StoredOwner stored, S empty, BiFunction<S, E, S> apply) {
    SerializedPayload found = stored.state();
    S state = found == null ? empty : (S) found.read(serialization);
    for (StoredEvent event : stored.events()) {
      state = apply.apply(state, (E) event.payload().read(serialization));
    }
    return state;
  }

  /**
   * Completes when the state, and the rows that its events add, are durable.
   *
   * @return the revision that it then has
   */
  public CompletionStage<OwnerRevision> write(
      OwnerRevision before, Object state, List<? extends HistoryWriter.HistoryEvent> events) {
    StateRow row = new StateRow(before, SerializedPayload.of(state, serialization), events);
    return storage.journalWriter().write(row).thenApply(done -> before.next());
  }
}
