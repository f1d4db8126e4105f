package io.millrace.runners.kubernetes;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.millrace.engine.input.FieldError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the fields of a pod template that Kubernetes does not have, at any depth. A misspelt field
 * must not be dropped in silence, and a field that is unknown here cannot be judged.
 */
final class PodTemplateFields {
  private static final ObjectMapper PLAIN = new ObjectMapper();

  private PodTemplateFields() {}

  static List<FieldError> check(Map<?, ?> template, String field) {
    List<FieldError> errors = new ArrayList<>();
    try {
      mapper(field, errors).treeToValue(PLAIN.valueToTree(template), PodTemplateSpec.class);
    } catch (JsonMappingException wrongType) {
      StringBuilder path = new StringBuilder(field);
      for (Reference step : wrongType.getPath()) {
        path.append(
            step.getFieldName() == null ? item(step.getIndex()) : "." + step.getFieldName());
      }
      errors.add(new FieldError(path.toString(), null, "has the wrong type for a pod template"));
    } catch (IOException | IllegalArgumentException unreadable) {
      errors.add(new FieldError(field, null, "must be a pod template: metadata and spec"));
    }
    return errors;
  }

  /** The names of the fields that a volume has. */
  static Set<String> of(Volume volume) {
    Set<String> names = new TreeSet<>();
    JsonNode tree = PLAIN.valueToTree(volume);
    tree.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** The client keeps what it does not know. This one does not, and says it. */
  private static ObjectMapper mapper(String field, List<FieldError> errors) {
    return JsonMapper.builder()
        .annotationIntrospector(
            new JacksonAnnotationIntrospector() {
              private static final long serialVersionUID = 1L;

              @Override
              public Boolean hasAnySetter(Annotated annotated) {
                return false;
              }
            })
        .addHandler(
            new DeserializationProblemHandler() {
              @Override
              public boolean handleUnknownProperty(
                  DeserializationContext context,
                  JsonParser parser,
                  JsonDeserializer<?> deserializer,
                  Object bean,
                  String name)
                  throws IOException {
                String path = path(parser.getParsingContext().pathAsPointer());
                errors.add(new FieldError(field + path, null, "unknown field"));
                parser.skipChildren();
                return true;
              }
            })
        .build();
  }

  private static String path(JsonPointer pointer) {
    StringBuilder path = new StringBuilder();
    for (JsonPointer step = pointer; !step.matches(); step = step.tail()) {
      path.append(
          step.getMatchingIndex() < 0
              ? "." + step.getMatchingProperty()
              : item(step.getMatchingIndex()));
    }
    return path.toString();
  }

  private static String item(int index) {
    return "[" + index + "]";
  }
}
