package io.millrace.engine.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.SerializerWithStringManifest;
import com.typesafe.config.ConfigFactory;
import io.millrace.engine.flow.PoolState;
import io.millrace.engine.message.Ack;
import io.millrace.engine.message.Message;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A message is sent under the name that the table gives it, whatever its class is called. */
class MessageNamesTest {

  /** Of the 58 names that releases sent before there was a table: sorted, one in a line. */
  private static final String FIRST_NAMES_SHA256 =
      "5a1788877f20738aeb490cfa2cb88d92139a9bd84b0fcb6b08e16da6606b3613";

  private static ActorTestKit kit;
  private static Serialization serialization;

  private record Unnamed(int number) implements Message {}

  @BeforeAll
  static void start() {
    kit =
        ActorTestKit.create(
            "millrace",
            ConfigFactory.parseString("akka.actor.provider = local")
                .withFallback(ConfigFactory.parseResources("serialization.conf"))
                .withFallback(ConfigFactory.load()));
    serialization = SerializationExtension.get(kit.system());
  }

  @AfterAll
  static void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void everyMessageHasAName() {
    assertThat(MessageTypes.all())
        .isNotEmpty()
        .as("choose a short name for it in MessageNames")
        .allSatisfy(type -> assertThat(MessageNames.nameOf(type)).as(type.getName()).isNotNull());
  }

  @Test
  void everyNameIsThatOfOneMessage() {
    List<String> names = MessageTypes.all().stream().map(MessageNames::nameOf).toList();
    assertThat(names).doesNotHaveDuplicates();
    assertThat(names).containsExactlyInAnyOrderElementsOf(MessageNames.all());
  }

  @Test
  void theNamesOfTheFirstReleasesStayAndNoneLikeThemIsAdded() throws Exception {
    String names =
        MessageNames.all().stream()
            .filter(name -> !name.matches("[a-z]+(-[a-z]+)*"))
            .sorted()
            .collect(Collectors.joining("\n"));
    byte[] sha =
        MessageDigest.getInstance("SHA-256").digest(names.getBytes(StandardCharsets.UTF_8));
    assertThat(HexFormat.of().formatHex(sha))
        .as("names of the first releases must stay, and a new one is like flow-request:\n" + names)
        .isEqualTo(FIRST_NAMES_SHA256);
  }

  @Test
  void identifierAndNamesAreThoseOfTheReleaseBefore() throws Exception {
    for (Class<?> type : MessageTypes.all()) {
      assertThat(serialization.serializerFor(type).identifier()).as(type.getName()).isEqualTo(33);
    }
    SerializerWithStringManifest serializer =
        (SerializerWithStringManifest) serialization.serializerFor(Ack.class);
    assertThat(serializer).isInstanceOf(MessageSerializer.class);
    assertThat(serializer.manifest(new Ack("a/b"))).isEqualTo("io.millrace.engine.Woken");
    assertThat(MessageNames.typeOf("io.millrace.engine.flow.PoolState")).isEqualTo(PoolState.class);
  }

  @Test
  void aNameThatIsNotInTheTableIsRefusedWithTheReason() {
    for (String name : List.of("flow-of-tomorrow", "java.util.ArrayList", "")) {
      assertThat(serialization.deserialize(new byte[] {(byte) 0xbf, -1}, 33, name).failed().get())
          .hasMessage(
              "This release cannot read the message '%s': it was written by a later one", name);
    }
  }

  @Test
  void aMessageWithoutANameIsNotSent() throws Exception {
    Unnamed unnamed = new Unnamed(1);
    SerializerWithStringManifest serializer =
        (SerializerWithStringManifest) serialization.findSerializerFor(unnamed);
    assertThatThrownBy(() -> serializer.manifest(unnamed))
        .hasMessageContaining("Unnamed cannot be sent to another node");
  }
}
