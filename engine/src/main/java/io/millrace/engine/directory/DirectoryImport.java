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
import org.jspecify.annotations.Nullable;

/**
 * A running import. Lines arrive as bytes. Each batch of lines is one transaction, in which a line
 * may refer to any other. A bad line is rejected alone. One thread at a time may use it, and its
 * methods may block.
 */
public final class DirectoryImport {
  static final int BATCH = 1_000;
  private static final int MAX_SHOWN = 1_000;
  private static final int MAX_REASONS = 5;

  /** A line that could be parsed. */
  private record ParsedLine(long line, EntryTable<?> table, DirectoryEntry entry) {}

  private final DirectoryStore store;
  private final EntryReader reader;
  private final boolean update;
  private final Consumer<Map<String, UserSiteFacts>> saved;
  private final ImportLineSplitter lines = new ImportLineSplitter();
  private final List<ParsedLine> parsed = new ArrayList<>();
  private final List<RejectedLine> rejectedInBatch = new ArrayList<>();
  private final Map<EntryTable<?>, EntryCounts> counts = new LinkedHashMap<>();
  private final List<RejectedLine> rejected = new ArrayList<>();
  private long moreRejected;
  private final List<LineWarning> warnings = new ArrayList<>();
  private long moreWarnings;
  private int inBatch;
  private long read;
  private long done;
  private @Nullable ImportStoppedException stopped;

  /**
   * @param update whether existing entries with other values are changed; otherwise the line is
   *     rejected
   * @param saved receives after each batch, by owner, the user-sites that changed, and the ones
   *     that are disabled and were saved again
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

  /** Adds bytes. Once the import has stopped, they are ignored. */
  public void add(byte[] bytes) {
    take(lines.add(bytes));
  }

  /**
   * Ends the import after the last bytes.
   *
   * @throws ImportStoppedException if not all lines could be saved
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

  private void take(List<ImportLineSplitter.ImportLine> newLines) {
    for (ImportLineSplitter.ImportLine line : newLines) {
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
        parsed.add(new ParsedLine(line.number(), table, reader.readLine(table, json)));
      }
    } catch (InvalidInputException refused) {
      rejectedInBatch.add(new RejectedLine(line.number(), combineErrors(refused.errors())));
      if (table != null) {
        counts.computeIfPresent(table, (key, count) -> count.oneMoreRejected());
      }
    }
  }

  /** A line appears once in the answer, so all its errors become one. */
  private static FieldError combineErrors(List<FieldError> errors) {
    FieldError first = errors.get(0);
    String others =
        errors.stream()
            .skip(1)
            .limit(MAX_REASONS)
            .map(error -> "; " + error)
            .collect(Collectors.joining());
    return new FieldError(first.field(), first.value(), first.reason() + others);
  }

  private void flush() {
    try {
      if (stopped == null && !parsed.isEmpty()) {
        List<EntrySaveResult> results =
            store.save(parsed.stream().map(ParsedLine::entry).toList(), update);
        count(results);
        reportChanged(results);
      }
      showRejected();
      done = read;
    } catch (SQLException | RuntimeException fault) {
      stopped = new ImportStoppedException(done, fault);
    }
    parsed.clear();
    rejectedInBatch.clear();
    inBatch = 0;
  }

  private void count(List<EntrySaveResult> results) {
    for (int i = 0; i < results.size(); i++) {
      EntrySaveResult result = results.get(i);
      ParsedLine line = parsed.get(i);
      counts.computeIfPresent(line.table(), (key, count) -> count.and(result));
      FieldError error = result.error();
      if (error != null) {
        rejectedInBatch.add(
            new RejectedLine(
                line.line(),
                new FieldError(
                    line.table().key() + "." + error.field(), error.value(), error.reason())));
      } else {
        line.entry().warnings(line.table().key() + ".").forEach(it -> warn(line.line(), it));
      }
    }
  }

  private void warn(long line, CredentialWarning warning) {
    if (warnings.size() < MAX_SHOWN) {
      warnings.add(new LineWarning(line, warning));
    } else {
      moreWarnings++;
    }
  }

  private void showRejected() {
    rejectedInBatch.sort(Comparator.comparingLong(RejectedLine::line));
    for (RejectedLine line : rejectedInBatch) {
      if (rejected.size() < MAX_SHOWN) {
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
    Map<String, UserSiteFacts> changed = new LinkedHashMap<>();
    Map<String, UserSiteFacts> unchanged = new LinkedHashMap<>();
    for (int i = 0; i < results.size(); i++) {
      if (parsed.get(i).entry() instanceof UserSiteEntry entry && !results.get(i).isRejected()) {
        Result result = results.get(i).result();
        Map<String, UserSiteFacts> target = result == Result.UPDATED ? changed : unchanged;
        target.put(entry.owner(), entry.facts());
      }
    }
    if (!unchanged.isEmpty()) {
      Set<String> disabled = store.disabled(List.copyOf(unchanged.keySet()));
      disabled.forEach(owner -> changed.putIfAbsent(owner, unchanged.get(owner)));
    }
    if (!changed.isEmpty()) {
      saved.accept(changed);
    }
  }
}
