package io.millrace.engine.input;

import org.jspecify.annotations.Nullable;

/**
 * Where a value is in its document. Its text is made only when somebody asks for it: most values
 * have no error.
 *
 * @param parent null at the root
 * @param name of the field; absent for an item of a list
 * @param index of the item
 */
record DocumentPath(@Nullable DocumentPath parent, @Nullable String name, int index) {
  static final DocumentPath ROOT = new DocumentPath(null, "", 0);

  DocumentPath field(String field) {
    return new DocumentPath(this, field, 0);
  }

  DocumentPath item(int item) {
    return new DocumentPath(this, null, item);
  }

  /** Such as {@code sources.bank.collections[2].name}. */
  @Override
  public String toString() {
    if (parent == null) {
      return "";
    }
    String before = parent.toString();
    if (name == null) {
      return before + "[" + index + "]";
    }
    return before.isEmpty() ? name : before + "." + name;
  }
}
