package io.millrace.engine.bundle;

/** Where a definition is written. */
record BundlePlace(BundleDocument document, String path) {

  String file() {
    return document.file().path();
  }

  int line() {
    return document.line(path);
  }

  /** The path of a field within it. */
  String field(String name) {
    return path.isEmpty() ? name : name.isEmpty() ? path : path + "." + name;
  }

  /** Such as {@code sites.yaml, line 7}. */
  @Override
  public String toString() {
    return file() + ", line " + line();
  }
}
