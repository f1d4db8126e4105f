package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.ListOptions;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.TableLayout;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Something that is listed, and of which one can be looked at. */
abstract class GetKind<T> extends ClientCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = "Shows only this one, with all its fields.")
  @Nullable String id;

  @Mixin ListOptions list = new ListOptions();

  @Override
  protected final ExitCode run(CliSession cli) {
    if (id == null) {
      list.show(cli.printer(), all(cli), layout());
    } else {
      cli.printer().item(one(cli, id));
    }
    return ExitCode.DONE;
  }

  abstract Stream<T> all(CliSession cli);

  abstract Object one(CliSession cli, String wanted);

  abstract TableLayout<T> layout();
}
