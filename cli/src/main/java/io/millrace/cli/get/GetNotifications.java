package io.millrace.cli.get;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.command.ClientCommand;
import io.millrace.cli.command.ListOptions;
import io.millrace.cli.error.ExitCode;
import io.millrace.cli.output.TableLayout;
import io.millrace.client.model.NotificationModel.Delivery;
import io.millrace.client.model.NotificationModel.Notification;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What happened, and which webhooks were told. */
@Command(
    name = "notifications",
    description = "What happened, the newest first, and which webhooks got it.",
    footer = {"", "Examples:", "  millrace get notifications --kind disabled"})
final class GetNotifications extends ClientCommand {
  @Option(names = "--kind", paramLabel = "KIND", description = "Of this kind, such as disabled.")
  @Nullable String kind;

  @Mixin ListOptions list = new ListOptions();

  @Override
  protected ExitCode run(CliSession cli) {
    list.show(
        cli.printer(),
        cli.client().watch().allNotifications(kind),
        new TableLayout<Notification>()
            .column("AT", Notification::at)
            .column("KIND", Notification::kind)
            .column("SUBJECT", Notification::subject)
            .column("WEBHOOKS", each -> each.deliveries().stream().map(this::told).toList()));
    return ExitCode.DONE;
  }

  private String told(Delivery delivery) {
    return delivery.webhook() + (delivery.deliveredAt() == null ? " (not yet)" : "");
  }
}
