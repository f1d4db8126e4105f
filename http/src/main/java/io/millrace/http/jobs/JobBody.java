package io.millrace.http.jobs;

import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpCharsets;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.MediaType;
import akka.http.javadsl.model.MediaTypes;
import akka.http.javadsl.model.StatusCodes;
import akka.util.ByteString;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.job.JobDocument;
import io.millrace.http.endpoint.Problem;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** A job's document as it is sent and given back. */
final class JobBody {
  private JobBody() {}

  static boolean isKnown(ContentType type) {
    return JobDocument.MEDIA_TYPES.contains(name(type));
  }

  private static String name(ContentType type) {
    MediaType media = type.mediaType();
    return (media.mainType() + "/" + media.subType()).toLowerCase(Locale.ROOT);
  }

  static Problem unknownType(ContentType type) {
    return Problem.of(
        StatusCodes.UNSUPPORTED_MEDIA_TYPE,
        "unsupported-media-type",
        "A job is sent with a Content-Type of "
            + String.join(", ", new TreeSet<>(JobDocument.MEDIA_TYPES))
            + "; this one has "
            + name(type));
  }

  /** What is no text is refused: it could not be given back as it was. */
  static JobDocument document(ContentType type, ByteString bytes) {
    Charset charset =
        type.getCharsetOption()
            .map(given -> Charset.forName(given.value()))
            .orElse(StandardCharsets.UTF_8);
    try {
      return new JobDocument(
          charset.newDecoder().decode(bytes.asByteBuffer()).toString(), name(type));
    } catch (CharacterCodingException notText) {
      throw new InvalidInputException("document", null, "is not " + charset.name());
    }
  }

  static HttpResponse response(JobDocument document) {
    return HttpResponse.create()
        .withEntity(
            HttpEntities.create(
                type(document.mediaType()), document.text().getBytes(StandardCharsets.UTF_8)));
  }

  private static ContentType type(String name) {
    String[] parts = name.split("/");
    return switch (name) {
      case "application/json" -> ContentTypes.APPLICATION_JSON;
      case "text/yaml" ->
          ContentTypes.create(
              MediaTypes.customWithOpenCharset(parts[0], parts[1], Map.of(), false),
              HttpCharsets.UTF_8);
      default ->
          ContentTypes.create(
              MediaTypes.customWithFixedCharset(
                  parts[0], parts[1], HttpCharsets.UTF_8, Map.of(), false));
    };
  }
}
