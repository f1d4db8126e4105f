package io.millrace.http.endpoint;

import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import java.util.List;

/** What every answer says, unless it says otherwise: nobody keeps it, nobody guesses its type. */
public final class SafeHeaders {
  private static final List<HttpHeader> HEADERS =
      List.of(
          RawHeader.create("Cache-Control", "no-store"),
          RawHeader.create("X-Content-Type-Options", "nosniff"));

  private SafeHeaders() {}

  public static HttpResponse addTo(HttpResponse response) {
    HttpResponse safe = response;
    for (HttpHeader header : HEADERS) {
      if (response.getHeader(header.name()).isEmpty()) {
        safe = safe.addHeader(header);
      }
    }
    return safe;
  }
}
