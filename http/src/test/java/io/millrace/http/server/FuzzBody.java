package io.millrace.http.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.http.endpoint.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A good body, made worse. */
final class FuzzBody {
  /** As they stand in the text, so that JSON which no library would write is among them. */
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1.5",
          "2147483648",
          "1e999999999",
          "9".repeat(2_000),
          "NaN",
          "[]",
          "{}",
          "{\"\":\"\"}",
          "\"\"",
          "\"x\"",
          "\"../..\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\\uZZZZ\"",
          "\"\u0001\"",
          "\"\ud83d\ude00\"",
          "\"+999999999-12-31T23:59:59Z\"",
          "\"-999999999-01-01T00:00:00Z\"",
          "\"2026-02-30T00:00:00Z\"",
          "\"99999999999999999999d\"",
          "\"9223372036854775807s\"",
          "\"-5m\"",
          "\"0s\"",
          "\"* * * * *\"",
          "\"0 0 30 2 *\"",
          "\"every 1ns\"",
          "{\"cron\":\"* * * * *\",\"zone\":\"Mars/Base\"}",
          "{\"every\":\"1s\",\"from\":\"+999999999-01-01T00:00:00Z\"}",
          "{\"attempts\":2147483647,\"delay\":\"1m\",\"factor\":1e300}",
          "{\"http\":{\"url\":\"http://[\"}}",
          "{\"noop\":null}",
          "\"" + "s".repeat(5_000) + "\"");

  private static final String MARK = "@@";

  private FuzzBody() {}

  static byte[] of(Random random, String good) {
    return switch (random.nextInt(16)) {
      case 0 -> bytes(good);
      case 1 -> new byte[0];
      case 2 -> Arrays.copyOf(bytes(good), random.nextInt(good.length()));
      case 3 -> flipped(random, bytes(good));
      case 4 -> with(random, bytes(good), new byte[] {(byte) 0xff, (byte) 0xfe});
      case 5 -> with(random, bytes(good), new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80});
      case 6 -> with(random, bytes(good), new byte[] {0});
      case 7 -> twice(random, good);
      case 8 -> rubbish(random);
      case 9 -> random.nextInt(4) == 0 ? large(random) : bytes(good + good);
      default -> worse(random, good);
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] flipped(Random random, byte[] body) {
    for (int i = random.nextInt(4); i >= 0; i--) {
      body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return body;
  }

  private static byte[] with(Random random, byte[] body, byte[] inserted) {
    int at = random.nextInt(body.length);
    byte[] longer = Arrays.copyOf(body, body.length + inserted.length);
    System.arraycopy(body, at, longer, at + inserted.length, body.length - at);
    System.arraycopy(inserted, 0, longer, at, inserted.length);
    return longer;
  }

  private static byte[] rubbish(Random random) {
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Below what is taken, or deep. */
  private static byte[] large(Random random) {
    int n = 1 + random.nextInt(100_000);
    return bytes(
        switch (random.nextInt(6)) {
          case 0 -> "[".repeat(n);
          case 1 -> "{\"a\":".repeat(n);
          case 2 -> "{\"name\":" + "[".repeat(900) + "]".repeat(900) + "}";
          case 3 -> "{\"name\":\"" + "n".repeat(900_000) + "\"}";
          case 4 -> "{\"" + "n".repeat(60_000) + "\":1}";
          default -> "{" + "\"a\":1,".repeat(n) + "\"a\":1}";
        });
  }

  /** A field given twice. */
  private static byte[] twice(Random random, String good) {
    JsonNode tree = tree(good);
    List<String> names = new ArrayList<>();
    tree.fieldNames().forEachRemaining(names::add);
    String name = FuzzRequest.one(random, names);
    return bytes("{\"" + name + "\":" + FuzzRequest.one(random, VALUES) + "," + good.substring(1));
  }

  /** Somewhere in it there is another value, or another field. */
  private static byte[] worse(Random random, String good) {
    JsonNode tree = tree(good);
    for (int i = random.nextInt(2); i >= 0; i--) {
      replaceOne(random, tree, MARK + i);
    }
    String text = tree.toString();
    for (int i = 0; i < 2; i++) {
      text = text.replace("\"" + MARK + i + "\"", FuzzRequest.one(random, VALUES));
    }
    return bytes(text);
  }

  /** Every value in the place of every field's, one at a time. */
  static List<byte[]> everyFieldWithEveryValue(String good) {
    List<byte[]> bodies = new ArrayList<>();
    List<Runnable> places = new ArrayList<>();
    gather(tree(good), MARK, places);
    for (int i = 0; i < places.size(); i++) {
      JsonNode tree = tree(good);
      List<Runnable> own = new ArrayList<>();
      gather(tree, MARK, own);
      own.get(i).run();
      VALUES.forEach(
          value -> bodies.add(bytes(tree.toString().replace("\"" + MARK + "\"", value))));
    }
    return bodies;
  }

  private static void replaceOne(Random random, JsonNode tree, String mark) {
    List<Runnable> places = new ArrayList<>();
    gather(tree, mark, places);
    FuzzRequest.one(random, places).run();
  }

  private static void gather(JsonNode node, String mark, List<Runnable> places) {
    if (node instanceof ObjectNode object) {
      object
          .fieldNames()
          .forEachRemaining(
              name -> {
                places.add(() -> object.put(name, mark));
                gather(object.get(name), mark, places);
              });
      places.add(() -> object.put("unknown", mark));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int place = i;
        places.add(() -> array.set(place, mark));
        gather(array.get(i), mark, places);
      }
      places.add(() -> array.add(mark));
    }
  }

  private static JsonNode tree(String good) {
    try {
      return Json.MAPPER.readTree(good);
    } catch (JsonProcessingException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
