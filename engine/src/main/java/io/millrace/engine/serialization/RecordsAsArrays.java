package io.millrace.engine.serialization;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Writes a record as an array of its components, without their names. So a later release may add a
 * component at the end of a record, and nowhere else.
 */
final class RecordsAsArrays extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  @Override
  public JsonFormat.Value findFormat(Annotated annotated) {
    return annotated instanceof AnnotatedClass type && type.getRawType().isRecord()
        ? JsonFormat.Value.forShape(JsonFormat.Shape.ARRAY)
        : super.findFormat(annotated);
  }
}
