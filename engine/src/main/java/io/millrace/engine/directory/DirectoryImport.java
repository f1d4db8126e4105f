package io.millrace.engine.directory;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.directory.EntrySaveResult.Result;
import io.millrace.engine.directory.ImportResult.EntryCounts;
import io.millrace.engine.directory.ImportResult.LineWarning;
import io.millrace.engine.directory.ImportResult.RejectedLine;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * An import as it goes on: lines come in as bytes, and each batch of them is one transaction, in
 * which a line may refer to any other. A bad line is rejected alone. Used by one thread at a time,
 * and it may block.
 */
public final class DirectoryImport {
  static final int BATCH = 1_000;
  private static final int MOST_SHOWN = 1_000;
  private static final int MOST_REASONS = 5;

  /** A line that can be read. */
  private record ParsedLine(long line, EntryTable<?> table, DirectoryEntry entry) {}

  private final DirectoryStore store;
  private final EntryReader reader;
  private final boolean update;
  private final Consumer<Map<String, UserSiteFacts>> saved;
  private final ImportLineSplitter lines = new ImportLineSplitter();
  private final List<ParsedLine> given = new ArrayList<>();
  private final List<RejectedLine> rejectedNow = new ArrayList<>();
  private final Map<EntryTable<?>, EntryCounts> counts = new LinkedHashMap<>();
  private final List<RejectedLine> rejected = new ArrayList<>();
  private long moreRejected;
  private final List<LineWarning> warnings = new ArrayList<>();
  private long moreWarnings;
  private int inBatch;
  private long read;
  private long done;
  private ImportStoppedException stopped;

  /**
   * @param update whether what exists with other data is changed, or its line rejected
   * @param saved called after each batch with the user-sites that were changed, or that are
   *     disabled and were saved again, by owner
   */
  public DirectoryImport(
      DirectoryStore store,
      EntryReader reader,
      boolean update,
      Consumer<Map<String, UserSiteFacts>> saved) {
    this.store = store;
    this.reader = reader;
    this.update = update;
    this.saved = saved;
    EntryTables.ALL.forEach(table -> counts.put(table, EntryCounts.NONE));
  }

  /** Takes what comes next. Once it has stopped nothing more is looked at. */
  public void add(byte[] bytes) {
    take(lines.add(bytes));
  }

  /**
   * Everything has come.
   *
   * @throws ImportStoppedException if not all of it could be saved
   */
  public ImportResult finish() {
    take(lines.rest());
    flush();
    if (stopped != null) {
      throw stopped;
    }
    return new ImportResult(
        read,
        Map.copyOf(counts),
        List.copyOf(rejected),
        moreRejected,
        List.copyOf(warnings),
        moreWarnings);
  }

  private void take(List<ImportLineSplitter.ImportLine> some) {
    for (ImportLineSplitter.ImportLine line : some) {
      if (stopped == null) {
        read(line);
        if (++inBatch == BATCH) {
          flush();
        }
      }
    }
  }

  private void read(ImportLineSplitter.ImportLine line) {
    read = line.number();
    EntryTable<?> table = null;
    try {
      String text = EntryReader.decodeLine(line);
      if (!text.isEmpty()) {
        ObjectNode json = JsonDocument.object(text);
        table = EntryReader.table(json);
        given.add(new ParsedLine(line.number(), table, reader.readLine(table, json)));
      }
    } catch (InvalidInputException refused) {
      rejectedNow.add(new RejectedLine(line.number(), combineErrors(refused.errors())));
      if (table != null) {
        counts.computeIfPresent(table, (key, count) -> count.oneMoreRejected());
      }
    }
  }

  /** A line has one place in the answer, however much is wrong with it. */
  private static FieldError combineErrors(List<FieldError> errors) {
    FieldError first = errors.get(0);
    String others =
        errors.stream()
            .skip(1)
            .limit(MOST_REASONS)
            .map(error -> "; " + error)
            .collect(Collectors.joining());
    return new FieldError(first.field(), first.value(), first.reason() + others);
  }

  private void flush() {
    try {
      if (stopped == null && !given.isEmpty()) {
        List<EntrySaveResult> results =
            store.save(given.stream().map(ParsedLine::entry).toList(), update);
        count(results);
        reportChanged(results);
      }
      showRejected();
      done = read;
    } catch (SQLException | RuntimeException fault) {
      stopped = new ImportStoppedException(done, fault);
    }
    given.clear();
    rejectedNow.clear();
    inBatch = 0;
  }

  private void count(List<EntrySaveResult> results) {
    for (int i = 0; i < results.size(); i++) {
      EntrySaveResult result = results.get(i);
      ParsedLine one = given.get(i);
      counts.computeIfPresent(one.table(), (key, count) -> count.and(result));
      if (result.isRejected()) {
        FieldError error = result.error();
        rejectedNow.add(
            new RejectedLine(
                one.line(),
                new FieldError(
                    one.table().key() + "." + error.field(), error.value(), error.reason())));
      } else {
        one.entry().warnings(one.table().key() + ".").forEach(it -> warn(one.line(), it));
      }
    }
  }

  private void warn(long line, CredentialWarning warning) {
    if (warnings.size() < MOST_SHOWN) {
      warnings.add(new LineWarning(line, warning));
    } else {
      moreWarnings++;
    }
  }

  private void showRejected() {
    rejectedNow.sort(Comparator.comparingLong(RejectedLine::line));
    for (RejectedLine line : rejectedNow) {
      if (rejected.size() < MOST_SHOWN) {
        rejected.add(line);
      } else {
        moreRejected++;
      }
    }
  }

  private void reportChanged(List<EntrySaveResult> results) throws SQLException {
    if (!update) {
      return;
    }
    Map<String, UserSiteFacts> told = new LinkedHashMap<>();
    Map<String, UserSiteFacts> unchanged = new LinkedHashMap<>();
    for (int i = 0; i < results.size(); i++) {
      if (given.get(i).entry() instanceof UserSiteEntry entry && !results.get(i).isRejected()) {
        Result result = results.get(i).result();
        Map<String, UserSiteFacts> to = result == Result.UPDATED ? told : unchanged;
        to.put(entry.owner(), entry.facts());
      }
    }
    if (!unchanged.isEmpty()) {
      Set<String> disabled = store.disabled(List.copyOf(unchanged.keySet()));
      disabled.forEach(owner -> told.putIfAbsent(owner, unchanged.get(owner)));
    }
    if (!told.isEmpty()) {
      saved.accept(told);
    }
  }
}
