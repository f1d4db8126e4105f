package io.millrace.http.server;

import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpMethods;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.util.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Sends less to clients that ask for it. An answer that the client has already is not sent again,
 * and any other is compressed. Streams are left as they are: their events must not wait.
 */
final class AnswerEncoding {
  /** Compressing less saves nothing. */
  static final int WORTH = 1_024;

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  private AnswerEncoding() {}

  static HttpResponse of(HttpRequest request, HttpResponse response) {
    if (!request.method().equals(HttpMethods.GET)
        || !response.status().equals(StatusCodes.OK)
        || !(response.entity() instanceof HttpEntity.Strict entity)
        || response.getHeader("Content-Encoding").isPresent()) {
      return response;
    }
    String known = value(request, "If-None-Match");
    if (!known.isEmpty() && response.getHeader("ETag").isEmpty()) {
      String tag = tag(entity.getData());
      HttpResponse tagged = response.addHeader(RawHeader.create("ETag", tag));
      return known.equals(tag)
          ? tagged.withEntity(HttpEntities.EMPTY).withStatus(StatusCodes.NOT_MODIFIED)
          : compressed(request, tagged, entity);
    }
    return compressed(request, response, entity);
  }

  private static HttpResponse compressed(
      HttpRequest request, HttpResponse response, HttpEntity.Strict entity) {
    if (entity.getData().size() < WORTH || !accepts(value(request, "Accept-Encoding"))) {
      return response;
    }
    return response
        .addHeader(RawHeader.create("Content-Encoding", "gzip"))
        .addHeader(RawHeader.create("Vary", "Accept-Encoding"))
        .withEntity(HttpEntities.create(entity.getContentType(), gzip(entity.getData())));
  }

  private static String value(HttpRequest request, String header) {
    return request.getHeader(header).map(it -> it.value()).orElse("");
  }

  static boolean accepts(String encodings) {
    return Arrays.stream(encodings.toLowerCase(Locale.ROOT).split(","))
        .map(encoding -> encoding.replace(" ", ""))
        .anyMatch(it -> it.equals("gzip") || it.matches("gzip;q=(0?\\.\\d*[1-9]\\d*|1(\\.0*)?)"));
  }

  private static ByteString gzip(ByteString data) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(data.size() / 4);
    try (GZIPOutputStream gzip = new FastGzip(bytes)) {
      gzip.write(data.toArray());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return ByteString.fromArrayUnsafe(bytes.toByteArray());
  }

  private static String tag(ByteString data) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(data.toArray());
      return "W/\"" + HexFormat.of().formatHex(hash, 0, 12) + "\"";
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
