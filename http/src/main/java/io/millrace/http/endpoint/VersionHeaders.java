package io.millrace.http.endpoint;

import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import io.millrace.engine.input.ExpectedVersion;
import io.millrace.engine.input.InvalidInputException;
import java.util.List;
import java.util.stream.Stream;

/** The version of a definition in {@code ETag}, and the expected one in {@code If-Match}. */
public final class VersionHeaders {
  private static final String IF_MATCH = "If-Match";
  private static final int MOST_VERSIONS = 100;

  private VersionHeaders() {}

  public static HttpResponse with(String version, HttpResponse response) {
    return response.addHeader(RawHeader.create("ETag", '"' + version + '"'));
  }

  /** The same for a counter. */
  public static HttpResponse with(long version, HttpResponse response) {
    return with(Long.toString(version), response);
  }

  /** What a request expects; quotes and the mark of a weak version may be left out. */
  public static ExpectedVersion expected(HttpRequest request) {
    return request
        .getHeader(IF_MATCH)
        .map(HttpHeader::value)
        .map(VersionHeaders::parse)
        .orElse(ExpectedVersion.ANY);
  }

  static ExpectedVersion parse(String header) {
    List<String> versions =
        Stream.of(header.split(","))
            .map(String::strip)
            .map(version -> version.replaceFirst("^W/", "").replaceAll("^\"|\"$", ""))
            .filter(version -> !version.isEmpty())
            .toList();
    if (versions.isEmpty() || versions.size() > MOST_VERSIONS) {
      throw new InvalidInputException(
          IF_MATCH, header, "must be 1 to " + MOST_VERSIONS + " versions, or *");
    }
    return new ExpectedVersion(versions);
  }
}
