package io.millrace.engine.store;

import akka.actor.typed.ActorSystem;
import akka.persistence.AtomicWrite;
import akka.persistence.PersistentRepr;
import akka.persistence.jdbc.config.JournalConfig;
import akka.persistence.jdbc.journal.dao.DefaultJournalDao;
import akka.serialization.Serialization;
import akka.serialization.Serializer;
import akka.serialization.Serializers;
import akka.stream.Materializer;
import java.util.ArrayList;
import java.util.List;
import scala.collection.immutable.Seq;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;
import scala.runtime.BoxedUnit;
import scala.util.Try;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;

/**
 * The plugin's own data access, but for how events are written: grouped by {@link JournalWriter},
 * with the task history and the due index in the same transaction.
 */
public final class MillraceJournalDao extends DefaultJournalDao {
  private static final Seq<Try<BoxedUnit>> ALL_WRITTEN =
      CollectionConverters.asScala(List.<Try<BoxedUnit>>of()).toSeq();

  private final Serialization serialization;
  private final JournalWriter writer;
  private final ExecutionContext executor;

  /** The parameters are those the plugin gives to any data access object. */
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
    this.writer = Storage.get(ActorSystem.wrap(materializer.system())).journalWriter();
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

  private JournalRow row(PersistentRepr event) {
    Object payload = event.payload();
    Serializer serializer = serialization.findSerializerFor(payload);
    return new JournalRow(
        event.persistenceId(),
        event.sequenceNr(),
        event.writerUuid(),
        event.timestamp(),
        event.manifest(),
        serializer.toBinary(payload),
        serializer.identifier(),
        Serializers.manifestFor(serializer, payload),
        payload);
  }
}
