package io.millrace.engine.store;

import akka.actor.typed.ActorSystem;
import akka.persistence.SnapshotMetadata;
import akka.persistence.jdbc.config.SnapshotConfig;
import akka.persistence.jdbc.snapshot.dao.DefaultSnapshotDao;
import akka.serialization.Serialization;
import akka.serialization.Serializer;
import akka.serialization.Serializers;
import akka.stream.Materializer;
import scala.Option;
import scala.Tuple2;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.jdk.javaapi.FutureConverters;
import scala.runtime.BoxedUnit;
import scala.util.Try;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;

/**
 * The plugin's own data access, except for the frequent operations: reading a snapshot for a
 * recovery, saving a snapshot and deleting the previous one are batched across actors.
 */
public final class MillraceSnapshotDao extends DefaultSnapshotDao {
  private final Serialization serialization;
  private final ExecutionContext executor;
  private final Storage storage;

  /** The plugin passes these parameters to every data access object. */
  public MillraceSnapshotDao(
      JdbcBackend.DatabaseDef db,
      JdbcProfile profile,
      SnapshotConfig config,
      Serialization serialization,
      ExecutionContext executor,
      Materializer materializer) {
    super(db, profile, config, serialization, executor, materializer);
    this.serialization = serialization;
    this.executor = executor;
    this.storage = Storage.get(ActorSystem.wrap(materializer.system()));
  }

  @Override
  public Future<Option<Tuple2<SnapshotMetadata, Object>>> latestSnapshot(String persistenceId) {
    return FutureConverters.asScala(storage.snapshotReads().ask(persistenceId))
        .flatMap(
            found -> {
              if (found.isEmpty()) {
                return Future.successful(Option.empty());
              }
              return found.get().described()
                  ? super.latestSnapshot(persistenceId)
                  : Future.fromTry(snapshot(persistenceId, found.get()));
            },
            executor);
  }

  @Override
  public Future<BoxedUnit> save(SnapshotMetadata metadata, Object snapshot) {
    if (metadata.metadata().isDefined()) {
      return super.save(metadata, snapshot);
    }
    Serializer serializer = serialization.findSerializerFor(snapshot);
    SnapshotInsert.NewSnapshot taken =
        new SnapshotInsert.NewSnapshot(
            metadata.persistenceId(),
            metadata.sequenceNr(),
            metadata.timestamp(),
            serializer.identifier(),
            Serializers.manifestFor(serializer, snapshot),
            serializer.toBinary(snapshot));
    return FutureConverters.asScala(storage.snapshotWrites().ask(taken))
        .map(done -> BoxedUnit.UNIT, executor);
  }

  @Override
  public Future<BoxedUnit> deleteUpToMaxSequenceNr(String persistenceId, long sequenceNr) {
    return FutureConverters.asScala(
            storage.snapshotDeletes().ask(new OutdatedDelete.DeleteUpTo(persistenceId, sequenceNr)))
        .map(done -> BoxedUnit.UNIT, executor);
  }

  private Try<Option<Tuple2<SnapshotMetadata, Object>>> snapshot(
      String persistenceId, SnapshotQuery.FoundSnapshot found) {
    SnapshotMetadata metadata =
        new SnapshotMetadata(persistenceId, found.sequenceNr(), found.created());
    return serialization
        .deserialize(found.payload(), found.serializerId(), found.serializerManifest())
        .map(state -> Option.apply(new Tuple2<>(metadata, state)));
  }
}
