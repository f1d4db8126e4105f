package io.millrace.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpMethods;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.MediaTypes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class AnswerEncodingTest {
  private static final String LONG = "{\"text\": \"" + "word ".repeat(1_000) + "\"}";

  private static HttpResponse json(String text) {
    return HttpResponse.create()
        .withEntity(ContentTypes.APPLICATION_JSON, text.getBytes(StandardCharsets.UTF_8));
  }

  private static HttpRequest get(String header, String value) {
    return HttpRequest.GET("/history").addHeader(RawHeader.create(header, value));
  }

  private static byte[] bytes(HttpResponse response) {
    return ((HttpEntity.Strict) response.entity()).getData().toArray();
  }

  private static String header(HttpResponse response, String name) {
    return response.getHeader(name).map(it -> it.value()).orElse("");
  }

  @Test
  void aLongAnswerIsCompressedIfTheClientAcceptsGzip() throws Exception {
    HttpResponse answer =
        AnswerEncoding.of(get("Accept-Encoding", "gzip, deflate, br"), json(LONG));
    assertThat(header(answer, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(answer, "Vary")).isEqualTo("Accept-Encoding");
    assertThat(bytes(answer)).hasSizeLessThan(LONG.length() / 10);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(bytes(answer))).readAllBytes())
        .isEqualTo(LONG.getBytes(StandardCharsets.UTF_8));
    assertThat(answer.entity().getContentType()).isEqualTo(ContentTypes.APPLICATION_JSON);
  }

  @Test
  void otherClientsGetThePlainAnswer() {
    for (String accepted : new String[] {"", "identity", "gzip;q=0", "gzip; q=0.0", "br"}) {
      HttpResponse answer = AnswerEncoding.of(get("Accept-Encoding", accepted), json(LONG));
      assertThat(header(answer, "Content-Encoding")).as(accepted).isEmpty();
      assertThat(bytes(answer)).isEqualTo(LONG.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(AnswerEncoding.accepts("br, gzip;q=0.5")).isTrue();
    assertThat(AnswerEncoding.accepts("gzip;q=1.0")).isTrue();
  }

  @Test
  void aShortAnswerAStreamAndAWriteStayAsTheyAre() {
    HttpRequest asked = get("Accept-Encoding", "gzip");
    assertThat(header(AnswerEncoding.of(asked, json("{}")), "Content-Encoding")).isEmpty();
    HttpResponse stream =
        HttpResponse.create()
            .withEntity(
                HttpEntities.createChunked(
                    MediaTypes.TEXT_EVENT_STREAM.toContentType(),
                    Source.single(ByteString.fromString(LONG))));
    assertThat(AnswerEncoding.of(asked, stream)).isEqualTo(stream);
    HttpResponse token = json(LONG);
    assertThat(AnswerEncoding.of(asked.withMethod(HttpMethods.POST), token)).isEqualTo(token);
  }

  @Test
  void anAnswerThatTheClientHasIsNotSentAgain() {
    HttpResponse first = AnswerEncoding.of(get("If-None-Match", "W/\"none\""), json(LONG));
    String tag = header(first, "ETag");
    assertThat(tag).startsWith("W/\"");
    assertThat(bytes(first)).isNotEmpty();
    HttpResponse again = AnswerEncoding.of(get("If-None-Match", tag), json(LONG));
    assertThat(again.status().intValue()).isEqualTo(304);
    assertThat(bytes(again)).isEmpty();
    assertThat(header(again, "ETag")).isEqualTo(tag);
    HttpResponse other = AnswerEncoding.of(get("If-None-Match", tag), json(LONG + " "));
    assertThat(other.status().intValue()).isEqualTo(200);
  }

  @Test
  void theVersionOfADefinitionStays() {
    HttpResponse versioned = json(LONG).addHeader(RawHeader.create("ETag", "\"7\""));
    HttpResponse answer = AnswerEncoding.of(get("If-None-Match", "W/\"none\""), versioned);
    assertThat(header(answer, "ETag")).isEqualTo("\"7\"");
    assertThat(answer.status().intValue()).isEqualTo(200);
  }
}
