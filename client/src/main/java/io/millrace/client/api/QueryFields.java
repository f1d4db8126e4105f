package io.millrace.client.api;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import io.millrace.client.transport.ApiRequest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;

/** The fields of a filter as parameters of the query. Their names are the same. */
final class QueryFields {
  private QueryFields() {}

  static ApiRequest add(ApiRequest request, Record filter) {
    for (RecordComponent field : filter.getClass().getRecordComponents()) {
      try {
        Object value = field.getAccessor().invoke(filter);
        if (value instanceof Record part) {
          add(request, part);
        } else {
          request.query(SnakeCaseStrategy.INSTANCE.translate(field.getName()), value);
        }
      } catch (IllegalAccessException | InvocationTargetException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
    return request;
  }
}
