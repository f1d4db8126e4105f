package io.millrace.client.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import io.millrace.client.MillraceClient;
import io.millrace.client.api.OpenApiFile.ApiOperation;
import io.millrace.client.api.RecordingCaller.RecordedException;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import io.millrace.client.transport.JsonCodec;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The client has every operation of openapi.yaml, with all its parameters and fields. */
class ApiCoverageTest {
  /** Their bodies are documents whose fields the caller chooses. */
  private static final Set<String> FREE_BODIES = Set.of("saveSite");

  /** What a request asked for, and what it expects. */
  private record RecordedCall(ApiRequest request, Class<?> answer) {}

  private static OpenApiFile file;
  private static Map<String, ApiOperation> operations;
  private static Map<String, RecordedCall> calls;

  @BeforeAll
  static void record() throws Exception {
    file = OpenApiFile.read();
    operations = file.operations();
    calls = new TreeMap<>();
    for (Method group : MillraceClient.class.getDeclaredMethods()) {
      if (group.getReturnType().getSimpleName().endsWith("Api")) {
        for (Method method : group.getReturnType().getDeclaredMethods()) {
          if (Modifier.isPublic(method.getModifiers()) && !isHelper(method)) {
            assertThat(calls.put(method.getName(), call(method))).as(method.getName()).isNull();
          }
        }
      }
    }
  }

  /** {@code allTasks} and {@code followLog} are made of operations. */
  private static boolean isHelper(Method method) {
    return method.getName().matches("(all|follow)[A-Z].*");
  }

  private static RecordedCall call(Method method) throws Exception {
    RecordingCaller caller = new RecordingCaller();
    Object api = method.getDeclaringClass().getConstructor(ApiCaller.class).newInstance(caller);
    Type[] types = method.getGenericParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = SampleArguments.of(types[i]);
    }
    try {
      method.invoke(api, arguments);
    } catch (InvocationTargetException stopped) {
      assertThat(stopped.getCause()).as(method.getName()).isInstanceOf(RecordedException.class);
    }
    return new RecordedCall(caller.request, caller.answer);
  }

  @Test
  void everyOperationHasAMethodOfItsName() {
    assertThat(operations).hasSizeGreaterThan(100);
    assertThat(calls.keySet()).containsExactlyElementsOf(operations.keySet());
  }

  @Test
  void everyMethodSendsWhatTheOperationTakes() {
    calls.forEach(
        (name, call) -> {
          ApiOperation operation = operations.get(name);
          ApiRequest request = call.request();
          assertThat(request.method() + " " + request.template())
              .as(name)
              .isEqualTo(operation.method() + " " + operation.path());
          assertThat(new TreeSet<>(request.queryParameters().keySet()))
              .as(name)
              .isEqualTo(file.queryParameters(operation));
          if (request.body() != null && request.body().json() != null) {
            checkBody(name, request.body().json(), file.requestSchema(operation));
          } else {
            assertThat(operation.operation().has("requestBody"))
                .as("%s has a body", name)
                .isEqualTo(request.body() != null);
          }
        });
  }

  private static void checkBody(String name, Object body, JsonNode schema) {
    if (!FREE_BODIES.contains(name)) {
      JsonNode json = JsonCodec.MAPPER.valueToTree(body);
      Set<String> sent = new TreeSet<>();
      json.fieldNames().forEachRemaining(sent::add);
      assertThat(sent).as(name).isEqualTo(file.fields(schema).keySet());
    }
  }

  @Test
  void everyAnswerHasTheFieldsOfItsSchema() {
    calls.forEach(
        (name, call) -> {
          if (call.answer().isRecord()) {
            compare(name, call.answer(), file.answerSchema(operations.get(name)));
          }
        });
  }

  private static void compare(String path, Class<?> type, JsonNode schema) {
    Map<String, RecordComponent> components = components(type);
    Map<String, JsonNode> fields = file.fields(schema);
    assertThat(components.keySet()).as(path).isEqualTo(fields.keySet());
    components.forEach(
        (name, component) ->
            compareField(
                path + "." + name, component.getGenericType(), file.resolved(fields.get(name))));
    components.keySet().removeIf(name -> components.get(name).getType().isPrimitive());
    assertThat(marked(components)).as(path).containsAll(optional(components, schema));
    components.keySet().removeIf(name -> file.isTime(fields.get(name)));
    assertThat(marked(components)).as(path).isEqualTo(optional(components, schema));
  }

  private static Set<String> marked(Map<String, RecordComponent> components) {
    return components.keySet().stream()
        .filter(name -> isMarked(components.get(name)))
        .collect(Collectors.toSet());
  }

  private static boolean isMarked(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static Set<String> optional(Map<String, RecordComponent> components, JsonNode schema) {
    Set<String> optional = new TreeSet<>(file.optionalFields(schema));
    optional.retainAll(components.keySet());
    return optional;
  }

  private static void compareField(String path, Type type, JsonNode schema) {
    if (type instanceof ParameterizedType generic) {
      boolean list = schema.path("type").asText().equals("array");
      JsonNode inner = schema.path(list ? "items" : "additionalProperties");
      Type[] arguments = generic.getActualTypeArguments();
      compareField(path, arguments[arguments.length - 1], file.resolved(inner));
    } else if (type instanceof Class<?> plain && plain.isRecord()) {
      compare(path, plain, schema);
    } else if (type instanceof Class<?> plain && plain.isEnum()) {
      assertThat(words(plain)).as(path).containsAll(words(schema.path("enum")));
    }
  }

  private static Set<String> words(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> constant.toString().toUpperCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  private static Set<String> words(JsonNode list) {
    Set<String> words = new TreeSet<>();
    list.forEach(word -> words.add(word.asText().toUpperCase(Locale.ROOT)));
    words.remove("");
    return words;
  }

  private static Map<String, RecordComponent> components(Class<?> type) {
    Map<String, RecordComponent> components = new TreeMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
        components.putAll(components(component.getType()));
      } else {
        JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
        components.put(
            named == null
                ? SnakeCaseStrategy.INSTANCE.translate(component.getName())
                : named.value(),
            component);
      }
    }
    return components;
  }
}
