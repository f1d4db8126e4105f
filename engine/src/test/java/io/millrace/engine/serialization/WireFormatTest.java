package io.millrace.engine.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRefResolver;
import akka.serialization.DisabledJavaSerializer;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.typesafe.config.ConfigFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What nodes send to each other and what they store is read by the release before and the release
 * after. {@code golden/messages.txt} has a line for each message, the newest last: a message that
 * gets another field gets another line, and the older ones stay.
 */
class WireFormatTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
  private static final CBORMapper CBOR = new CBORMapper();
  private static final int IDENTIFIER = 33; // of the serializer, as earlier releases send it
  private static final String AKKAS_OWN = "akka.serialization.jackson.JacksonCborSerializer";

  private static ActorTestKit kit;
  private static Serialization serialization;
  private static SampleValues samples;

  private static ActorTestKit kit(String settings) {
    return ActorTestKit.create(
        "millrace",
        ConfigFactory.parseString(settings)
            .withFallback(ConfigFactory.parseString("akka.actor.provider = local"))
            .withFallback(ConfigFactory.parseResources("serialization.conf"))
            .withFallback(ConfigFactory.load()));
  }

  @BeforeAll
  static void start() {
    kit = kit("");
    serialization = SerializationExtension.get(kit.system());
    samples = new SampleValues(ActorRefResolver.get(kit.system()));
  }

  @AfterAll
  static void stop() {
    kit.shutdownTestKit();
  }

  private record Written(String manifest, byte[] bytes) {
    JsonNode tree() throws IOException {
      return CBOR.readTree(bytes);
    }
  }

  private static Written write(Object message) {
    return new Written(
        Serializers.manifestFor(serialization.findSerializerFor(message), message),
        serialization.serialize(message).get());
  }

  private static Object read(String name, JsonNode tree) throws Exception {
    return serialization.deserialize(CBOR.writeValueAsBytes(tree), IDENTIFIER, name).get();
  }

  /** By name, the oldest first. */
  private static Map<String, List<JsonNode>> golden() throws IOException {
    Map<String, List<JsonNode>> golden = new TreeMap<>();
    for (String line : Files.readAllLines(GOLDEN.resolve("messages.txt"))) {
      String[] parts = line.split(" ");
      golden
          .computeIfAbsent(parts[0], name -> new ArrayList<>())
          .add(CBOR.readTree(HexFormat.of().parseHex(parts[1])));
    }
    return golden;
  }

  @Test
  void everyMessageIsWrittenAsInItsNewestLine() throws Exception {
    Map<String, List<JsonNode>> golden = golden();
    List<String> missing = new ArrayList<>();
    for (Class<?> type : MessageTypes.all()) {
      Written written = write(samples.of(type));
      List<JsonNode> lines = golden.getOrDefault(written.manifest(), List.of());
      if (lines.isEmpty() || !lines.get(lines.size() - 1).equals(written.tree())) {
        missing.add(written.manifest() + " " + HexFormat.of().formatHex(written.bytes()));
      }
    }
    missing.sort(null);
    assertThat(missing).as("lines that messages.txt should have").isEmpty();
    assertThat(golden.keySet()).containsExactlyInAnyOrderElementsOf(MessageNames.all());
  }

  @Test
  void messagesHaveTheBytesOfAkkasOwnSerializer() throws Exception {
    ActorTestKit akka = kit("akka.actor.serializers.jackson-cbor = " + AKKAS_OWN);
    try {
      Serialization own = SerializationExtension.get(akka.system());
      for (Class<?> type : MessageTypes.all()) {
        Object message = samples.of(type);
        assertThat(own.serializerFor(type).identifier()).isEqualTo(IDENTIFIER);
        assertThat(write(message).bytes())
            .as(type.getName())
            .isEqualTo(own.serialize(message).get());
      }
    } finally {
      akka.shutdownTestKit();
    }
  }

  /** A map's key is written with toString(), and that of a record begins with its class. */
  @Test
  void noNameOfAClassIsInsideAMessage() throws Exception {
    for (Class<?> type : MessageTypes.all()) {
      assertThat(write(samples.of(type)).tree().toString())
          .as(type.getName())
          .doesNotContain("io.millrace", "@class", "@type")
          .doesNotContainPattern("\\w\\[");
    }
  }

  @Test
  void everyLineIsReadAndNothingOfItIsLost() throws Exception {
    assertThat(golden()).isNotEmpty();
    for (Map.Entry<String, List<JsonNode>> line : golden().entrySet()) {
      for (JsonNode written : line.getValue()) {
        JsonNode again = write(read(line.getKey(), written)).tree();
        assertKept(line.getKey(), written, again);
      }
    }
  }

  /** There may be more by now, and nothing is another. */
  private static void assertKept(String at, JsonNode written, JsonNode again) {
    if (written.isObject()) {
      written
          .properties()
          .forEach(
              field ->
                  assertKept(
                      at + "/" + field.getKey(), field.getValue(), again.path(field.getKey())));
    } else if (written.isArray()) {
      assertThat(again).as(at).hasSameSizeAs(written);
      for (int i = 0; i < written.size(); i++) {
        assertKept(at + "/" + i, written.get(i), again.get(i));
      }
    } else {
      assertThat(again).as(at).isEqualTo(written);
    }
  }

  @Test
  void fieldsOfALaterReleaseArePassedOver() throws Exception {
    for (Class<?> type : MessageTypes.all()) {
      Object message = samples.of(type);
      Written written = write(message);
      JsonNode tree = written.tree();
      SampleValues.addLaterFields(type, tree);
      assertThat(read(written.manifest(), tree)).isEqualTo(message);
    }
    EventSerializer stored = new EventSerializer();
    for (Map.Entry<String, Class<?>> type : storedTypes().entrySet()) {
      Object event = samples.of(type.getValue());
      JsonNode tree = CBOR.readTree(stored.toBinary(event));
      SampleValues.addLaterFields(type.getValue(), tree);
      assertThat(stored.fromBinary(CBOR.writeValueAsBytes(tree), type.getKey())).isEqualTo(event);
    }
  }

  @Test
  void aFieldThatAnEarlierReleaseDidNotWriteIsReadAsItsDefault() throws Exception {
    List<String> refused = new ArrayList<>();
    for (Class<?> type : MessageTypes.all()) {
      Written written = write(samples.of(type));
      String name = written.manifest();
      without(name, written.tree(), less -> read(name, less), refused);
    }
    EventSerializer stored = new EventSerializer();
    for (Map.Entry<String, Class<?>> type : storedTypes().entrySet()) {
      JsonNode tree = CBOR.readTree(stored.toBinary(samples.of(type.getValue())));
      without(
          type.getKey(),
          tree,
          less -> stored.fromBinary(CBOR.writeValueAsBytes(less), type.getKey()),
          refused);
    }
    assertThat(refused).isEmpty();
  }

  private interface Reader {
    Object read(JsonNode written) throws Exception;
  }

  private static void without(String name, JsonNode tree, Reader reader, List<String> refused) {
    if (!tree.isObject()) {
      return;
    }
    for (Map.Entry<String, JsonNode> field : tree.properties()) {
      ObjectNode less = tree.deepCopy();
      less.remove(field.getKey());
      try {
        assertThat(reader.read(less)).isNotNull();
      } catch (Exception fault) {
        refused.add(name + " without " + field.getKey() + ": " + fault);
      }
    }
  }

  static Map<String, Class<?>> storedTypes() {
    Map<String, Class<?>> types = new LinkedHashMap<>();
    EventSamples.everyStoredType()
        .forEach(event -> types.put(new EventSerializer().manifest(event), event.getClass()));
    assertThat(types.keySet()).containsExactlyInAnyOrderElementsOf(EventSerializer.names());
    return types;
  }

  @Test
  void javaSerializationIsOffForWhateverIsSentAndWhateverComes() throws Exception {
    Object harmless = new ArrayList<>(List.of("x"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream java = new ObjectOutputStream(bytes)) {
      java.writeObject(harmless);
    }
    assertThat(serialization.serialize(harmless).failed().get())
        .isInstanceOf(DisabledJavaSerializer.JavaSerializationException.class);
    int java = 1; // the identifier of Akka's serializer for it, as a stranger would send it
    assertThat(serialization.deserialize(bytes.toByteArray(), java, "").failed().get())
        .isInstanceOf(DisabledJavaSerializer.JavaSerializationException.class);
  }
}
