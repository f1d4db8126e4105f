package io.millrace.engine.store;

import akka.NotUsed;
import akka.actor.Scheduler;
import akka.actor.typed.ActorSystem;
import akka.persistence.AtomicWrite;
import akka.persistence.PersistentRepr;
import akka.persistence.jdbc.config.JournalConfig;
import akka.persistence.jdbc.journal.dao.DefaultJournalDao;
import akka.serialization.Serialization;
import akka.stream.Materializer;
import akka.stream.scaladsl.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;
import scala.runtime.BoxedUnit;
import scala.util.Try;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;

/**
 * Replaces how the plugin writes, deletes and recovers events; the rest is the plugin's own. {@link
 * JournalWriter} groups writes, with the task history and the due index in the same transaction. A
 * recovery takes one query instead of two, shared with other entities. Deletes of events that a
 * snapshot has replaced are shared as well.
 */
public final class MillraceJournalDao extends DefaultJournalDao {
  private static final Seq<Try<BoxedUnit>> ALL_WRITTEN =
      CollectionConverters.asScala(List.<Try<BoxedUnit>>of()).toSeq();

  private final Serialization serialization;
  private final JournalWriter writer;
  private final BatchedQuery<EventsQuery.EventsFrom, EventsQuery.FoundEvents> reads;
  private final BatchedQuery<OutdatedDelete.DeleteUpTo, Boolean> deletes;
  private final PrefetchedEvents prefetched = new PrefetchedEvents();
  private final ExecutionContext executor;

  /** The plugin passes these parameters to every data access object. */
  public MillraceJournalDao(
      JdbcBackend.DatabaseDef db,
      JdbcProfile profile,
      JournalConfig config,
      Serialization serialization,
      ExecutionContext executor,
      Materializer materializer) {
    super(db, profile, config, serialization, executor, materializer);
    this.serialization = serialization;
    this.executor = executor;
    Storage storage = Storage.get(ActorSystem.wrap(materializer.system()));
    this.writer = storage.journalWriter();
    this.reads = storage.eventReads();
    this.deletes = storage.eventDeletes();
  }

  @Override
  public Future<Seq<Try<BoxedUnit>>> asyncWriteMessages(Seq<AtomicWrite> messages) {
    List<JournalRow> rows = new ArrayList<>();
    for (AtomicWrite write : CollectionConverters.asJava(messages)) {
      for (PersistentRepr event : CollectionConverters.asJava(write.payload())) {
        rows.add(row(event));
      }
    }
    return FutureConverters.asScala(writer.write(rows)).map(done -> ALL_WRITTEN, executor);
  }

  /** If no event would be left, the plugin's own delete keeps the highest sequence number. */
  @Override
  public Future<BoxedUnit> delete(String persistenceId, long sequenceNr) {
    return FutureConverters.asScala(
            deletes.ask(new OutdatedDelete.DeleteUpTo(persistenceId, sequenceNr)))
        .flatMap(
            done ->
                done ? Future.successful(BoxedUnit.UNIT) : super.delete(persistenceId, sequenceNr),
            executor);
  }

  /**
   * The first of the two calls of a recovery. The journal makes it when no write of this entity is
   * in progress. It means that the caller has the events up to {@code readSequenceNr}.
   */
  @Override
  public Future<Object> highestSequenceNr(String persistenceId, long readSequenceNr) {
    CompletableFuture<EventsQuery.FoundEvents> found =
        reads.ask(new EventsQuery.EventsFrom(persistenceId, readSequenceNr + 1));
    prefetched.expect(persistenceId, found);
    return FutureConverters.asScala(found.thenApply(events -> (Object) events.highest()));
  }

  /** The second call: returns the events that the first one read, and queries the rest. */
  @Override
  public Source<Try<Tuple2<PersistentRepr, Object>>, NotUsed> messagesWithBatch(
      String persistenceId,
      long from,
      long to,
      int batchSize,
      Option<Tuple2<FiniteDuration, Scheduler>> refreshInterval) {
    EventsQuery.FoundEvents found = prefetched.take(persistenceId, from, to).orElse(null);
    if (found == null || refreshInterval.isDefined()) {
      return super.messagesWithBatch(persistenceId, from, to, batchSize, refreshInterval);
    }
    var events =
        akka.stream.javadsl.Source.from(found.between(from, to))
            .map(event -> event.read(serialization));
    long next = Math.max(from, found.next());
    if (next <= to) {
      events =
          events.concatLazy(
              super.messagesWithBatch(persistenceId, next, to, batchSize, refreshInterval)
                  .asJava());
    }
    return events.asScala();
  }

  private JournalRow row(PersistentRepr event) {
    return new JournalRow(
        event.persistenceId(),
        event.sequenceNr(),
        event.writerUuid(),
        event.timestamp(),
        event.manifest(),
        SerializedPayload.of(event.payload(), serialization),
        event.payload());
  }
}
