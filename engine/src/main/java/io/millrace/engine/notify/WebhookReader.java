package io.millrace.engine.notify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.Config;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.notify.Notification.Kind;
import io.millrace.engine.outbound.OutboundRule;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the webhooks of the settings. Errors name the setting, and never show a secret. */
final class WebhookReader {
  static final String PATH = "millrace.webhooks";
  private static final int MIN_SECRET_LENGTH = 16;
  private static final String DEFAULT = "default";

  private final Set<String> names = new HashSet<>();

  private final OutboundRule rule;

  private WebhookReader(OutboundRule rule) {
    this.rule = rule;
  }

  static List<Webhook> read(Config config, OutboundRule rule, FieldErrors errors) {
    JsonNode json =
        new ObjectMapper()
            .valueToTree(Map.of("millrace", Map.of("webhooks", config.root().unwrapped())));
    InputNode settings = InputNode.root(json, errors).child("millrace").child("webhooks");
    WebhookReader reader = new WebhookReader(rule);
    List<Webhook> webhooks = new ArrayList<>();
    settings.child("list").items().forEach(item -> reader.item(item).ifPresent(webhooks::add));
    reader.fromEnvironment(settings.child(DEFAULT)).ifPresent(webhooks::add);
    return List.copyOf(webhooks);
  }

  /**
   * Reads a webhook that is a definition. Errors are collected.
   *
   * @param exists whether the secret may be left out
   */
  static WebhookDefinition definition(
      String name, InputNode node, OutboundRule rule, boolean exists) {
    node.isMappingOf("url", "secret", "kinds");
    Optional<URI> url = node.required("url").flatMap(new WebhookReader(rule)::url);
    boolean keepsSecret = exists && node.child("secret").isEmpty();
    Optional<String> secret = keepsSecret ? Optional.empty() : secret(node.child("secret"));
    Set<Kind> kinds =
        node.optional("kinds").map(WebhookReader::kinds).orElse(EnumSet.allOf(Kind.class));
    return new WebhookDefinition(
        name, url.map(URI::toString).orElse(""), secret.orElse(null), Set.copyOf(kinds));
  }

  private Optional<Webhook> item(InputNode item) {
    if (!item.isMappingOf("name", "url", "secret", "kinds")) {
      return Optional.empty();
    }
    Optional<InputNode> kinds = item.optional("kinds");
    return webhook(
        item.required("name").flatMap(this::name),
        item,
        kinds.isPresent() ? kinds(kinds.get()) : EnumSet.allOf(Kind.class));
  }

  /** Reads the webhook of two environment variables. It exists as soon as either is set. */
  private Optional<Webhook> fromEnvironment(InputNode webhook) {
    if (!webhook.isMappingOf("url", "secret", "secret-file")
        || isBlank(webhook.child("url")) && isBlank(webhook.child("secret"))) {
      return Optional.empty();
    }
    if (!names.add(DEFAULT)) {
      refuseWithoutValue(webhook, "is already the name of another webhook");
    }
    return webhook(Optional.of(DEFAULT), webhook, EnumSet.allOf(Kind.class));
  }

  private static boolean isBlank(InputNode text) {
    return text.isEmpty() || text.isText() && text.plain().toString().isBlank();
  }

  private Optional<Webhook> webhook(Optional<String> name, InputNode fields, Set<Kind> kinds) {
    Optional<URI> url = fields.required("url").flatMap(this::url);
    Optional<String> secret = secret(fields.child("secret"));
    return name.isPresent() && url.isPresent() && secret.isPresent()
        ? Optional.of(new Webhook(name.get(), url.get(), secret.get(), Set.copyOf(kinds)))
        : Optional.empty();
  }

  private Optional<String> name(InputNode field) {
    return field.text(
        text -> {
          if (text.isBlank()) {
            throw refused("must not be empty");
          }
          if (!names.add(text)) {
            throw refused("is already the name of another webhook");
          }
          return text;
        });
  }

  private Optional<URI> url(InputNode field) {
    Optional<URI> url = field.text(WebhookReader::url);
    if (url.map(URI::getUserInfo).isPresent()) {
      refuseWithoutValue(field, "must not contain a password: it would not be sent");
    }
    url.flatMap(rule::refusal).ifPresent(reason -> refuseWithoutValue(field, reason));
    return url;
  }

  private static URI url(String text) {
    try {
      URI uri = URI.create(text);
      HttpRequest.newBuilder(uri);
      return uri;
    } catch (IllegalArgumentException wrong) {
      throw refused("must be a full http or https address");
    }
  }

  private static Optional<String> secret(InputNode field) {
    if (field.isText() && field.plain().toString().length() >= MIN_SECRET_LENGTH) {
      return Optional.of(field.plain().toString());
    }
    refuseWithoutValue(field, "must be text of at least " + MIN_SECRET_LENGTH + " characters");
    return Optional.empty();
  }

  private static Set<Kind> kinds(InputNode field) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    field.items().forEach(item -> item.text(Kind::of).ifPresent(kinds::add));
    if (field.isList() && field.items().isEmpty()) {
      field.refuse("must name at least one kind; leave it out for all of them");
    }
    return kinds;
  }

  /** Omits the given value, which is a secret or contains one. */
  private static void refuseWithoutValue(InputNode field, String reason) {
    field.refuseAll(List.of(new FieldError(field.path(), null, reason)));
  }

  private static InvalidInputException refused(String reason) {
    return new InvalidInputException("", null, reason);
  }
}
