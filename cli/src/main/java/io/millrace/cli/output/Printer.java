package io.millrace.cli.output;

import io.millrace.cli.shell.Shell;
import io.millrace.client.transport.JsonCodec;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.stream.Stream;

/** Writes what a command found. Answers go to the output, remarks to the errors. */
public final class Printer {
  private final PrintWriter out;
  private final PrintWriter err;
  private final OutputFormat format;
  private final boolean colour;

  public Printer(Shell shell, OutputOptions options) {
    this.out = shell.out();
    this.err = shell.err();
    this.format = options.format();
    this.colour = shell.wantsColour() && !options.noColour();
  }

  public boolean isTable() {
    return format == OutputFormat.TABLE;
  }

  public boolean hasColour() {
    return colour;
  }

  /** A list: a table, or an array. */
  public <T> void list(Stream<T> items, TableLayout<T> layout) {
    Iterator<T> each = items.iterator();
    if (isTable()) {
      new TableWriter<>(out, colour, layout).write(each);
    } else {
      DocumentWriter.of(format, out).write(each);
    }
  }

  /** A list in a table that has only the items, without a document. */
  public <T> void rows(Stream<T> items, TableLayout<T> layout) {
    new TableWriter<>(out, colour, layout).write(items.iterator());
  }

  /** One object: a field a line, or a document. */
  public void item(Object value) {
    if (isTable()) {
      new DetailWriter(out, colour).write(JsonCodec.MAPPER.valueToTree(value));
    } else {
      document(value);
    }
  }

  /** One object as a document, which is not asked for as a table. */
  public void document(Object value) {
    DocumentWriter.of(format == OutputFormat.TABLE ? OutputFormat.JSON : format, out).write(value);
  }

  /** What was done: a sentence for people, the object for programs. */
  public void done(String sentence, Object value) {
    if (isTable()) {
      line(sentence);
    } else {
      document(value);
    }
  }

  /** A line of the answer. */
  public void line(String text) {
    out.println(SafeText.line(text));
    out.flush();
  }

  /** A heading above a part of the answer. */
  public void heading(String text) {
    out.println();
    out.println(colour ? Colour.BOLD.paint(SafeText.line(text)) : SafeText.line(text));
  }

  /** Text as it is, such as a definition. */
  public void text(String text) {
    out.print(SafeText.lines(text));
    out.flush();
  }

  /** A remark for people. */
  public void remark(String text) {
    err.println(SafeText.line(text));
    err.flush();
  }
}
