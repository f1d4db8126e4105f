package io.millrace.http.endpoint;

import akka.http.javadsl.model.HttpRequest;
import akka.http.scaladsl.model.Uri;
import java.util.ArrayList;
import java.util.List;

/**
 * The path of a request.
 *
 * @param segments decoded, without empty ones
 * @param regular whether it begins with a slash, and no slash follows another
 * @param slash whether a slash follows the last segment
 */
record RequestPath(List<String> segments, boolean regular, boolean slash) {

  static RequestPath of(HttpRequest request) {
    return of(request.getUri().asScala().path());
  }

  static RequestPath of(Uri.Path path) {
    List<String> segments = new ArrayList<>();
    boolean regular = path.startsWithSlash();
    boolean slash = false;
    for (Uri.Path rest = path; !rest.isEmpty(); rest = rest.tail()) {
      if (rest.startsWithSlash()) {
        regular &= !slash;
        slash = true;
      } else {
        segments.add((String) rest.head());
        slash = false;
      }
    }
    return new RequestPath(segments, regular, slash && !segments.isEmpty());
  }

  boolean fits(Endpoint endpoint) {
    return regular && (!slash || endpoint.slash());
  }
}
