package io.millrace.engine.bundle;

import io.millrace.engine.bundle.BundlePlan.PlannedChanges;
import io.millrace.engine.credential.CredentialWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What applying a bundle does or did.
 *
 * @param version of everything that was compared
 * @param unchanged how many definitions of the bundle are the same already
 * @param warnings about credentials in plain text
 */
public record BundleChanges(
    String version,
    List<ChangedDefinition> created,
    List<ChangedDefinition> changed,
    List<ChangedDefinition> deleted,
    int unchanged,
    List<CredentialWarning> warnings) {

  /**
   * A definition that is new, changed or gone.
   *
   * @param file empty if it is in no file
   * @param line 0 if it is in no file
   * @param fields the fields that differ; empty unless it is changed
   */
  public record ChangedDefinition(
      DefinitionKey key, String name, String file, int line, List<FieldDifference> fields) {}

  /**
   * @param masked whether values are shown without credentials
   */
  static BundleChanges of(BundlePlan plan, Bundle bundle, boolean masked) {
    PlannedChanges changes = plan.changes();
    BiFunction<Definition, Definition, List<FieldDifference>> compare =
        masked ? FieldDifference::masked : FieldDifference::of;
    return new BundleChanges(
        plan.version(),
        list(changes.created(), plan, bundle, null),
        list(changes.changed(), plan, bundle, compare),
        list(changes.deleted(), plan, bundle, null),
        changes.unchanged(),
        bundle.warnings(changes.saved()));
  }

  BundleChanges withVersion(String newVersion) {
    return new BundleChanges(newVersion, created, changed, deleted, unchanged, warnings);
  }

  private static List<ChangedDefinition> list(
      SortedSet<DefinitionKey> keys,
      BundlePlan plan,
      Bundle bundle,
      @Nullable BiFunction<Definition, Definition, List<FieldDifference>> compare) {
    List<ChangedDefinition> list = new ArrayList<>();
    for (DefinitionKey key : keys) {
      Definition before = plan.before().get(key);
      Definition after = plan.after().get(key);
      BundlePlace place = bundle.place(key).orElse(null);
      list.add(
          new ChangedDefinition(
              key,
              Objects.requireNonNull(after == null ? before : after).name(),
              place == null ? "" : place.file(),
              place == null ? 0 : place.line(),
              compare == null || before == null || after == null
                  ? List.of()
                  : compare.apply(before, after)));
    }
    return list;
  }
}
