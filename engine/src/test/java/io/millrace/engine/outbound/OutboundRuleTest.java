package io.millrace.engine.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundRuleTest {
  private static final OutboundRule DEFAULT = OutboundKit.rule();

  private static Optional<String> refusal(
      OutboundRule rule, String host, String address, int port) {
    return rule.refusal(host, AddressKind.literal(address), port);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, LOOPBACK",
    "127.9.9.9, LOOPBACK",
    "::1, LOOPBACK",
    "0.0.0.0, UNSPECIFIED",
    "0.1.2.3, UNSPECIFIED",
    "255.255.255.255, UNSPECIFIED",
    "::, UNSPECIFIED",
    "169.254.169.254, LINK_LOCAL",
    "fe80::1, LINK_LOCAL",
    "febf::1, LINK_LOCAL",
    "100.100.100.200, METADATA",
    "192.0.0.192, METADATA",
    "168.63.129.16, METADATA",
    "fd00:ec2::254, METADATA",
    "224.0.0.1, MULTICAST",
    "ff02::1, MULTICAST",
    "10.2.3.4, PRIVATE",
    "172.16.0.1, PRIVATE",
    "172.31.255.255, PRIVATE",
    "192.168.1.1, PRIVATE",
    "100.64.0.1, PRIVATE",
    "fd12::1, PRIVATE",
    "172.32.0.1, PUBLIC",
    "93.184.216.34, PUBLIC",
    "2606:4700::1111, PUBLIC",
    "::ffff:127.0.0.1, LOOPBACK",
    "::127.0.0.1, LOOPBACK",
    "::ffff:0:127.0.0.1, LOOPBACK",
    "64:ff9b::7f00:1, LOOPBACK",
    "64:ff9b::169.254.169.254, LINK_LOCAL",
    "2002:7f00:1::, LOOPBACK",
    "2002:a9fe:a9fe::1, LINK_LOCAL",
    "2002:0a00:1::1, PRIVATE",
    "2001:0:1::80ff:fffe, LOOPBACK",
    "64:ff9b::808:808, PUBLIC"
  })
  void anAddressIsOfTheKindOfTheOneWithinIt(String address, AddressKind kind) {
    assertThat(AddressKind.of(AddressKind.literal(address))).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1", "::1", "0.0.0.0", "169.254.169.254", "fe80::1", "224.0.0.1", "::"})
  void thisMachineAndItsSurroundingsAreClosed(String address) {
    assertThat(refusal(DEFAULT, "name.example", address, 443).orElseThrow())
        .contains(AddressKind.literal(address).getHostAddress())
        .contains("millrace.outbound.allow");
  }

  @Test
  void privateNetworksAreOpenUnlessTheSettingClosesThem() {
    OutboundRule closed = new OutboundRule(List.of(), true, Set.of(), address -> false);

    assertThat(refusal(DEFAULT, "db.example", "10.2.3.4", 443)).isEmpty();
    assertThat(refusal(closed, "db.example", "10.2.3.4", 443)).isPresent();
    assertThat(refusal(closed, "db.example", "fd00::1", 443)).isPresent();
    assertThat(refusal(closed, "db.example", "93.184.216.34", 443)).isEmpty();
  }

  @Test
  void thePortsOfTheNodeAreClosedAtEachOfItsAddresses() {
    assertThat(refusal(DEFAULT, "node.example", "10.1.1.1", 8080).orElseThrow())
        .contains("this node itself");
    assertThat(refusal(DEFAULT, "node.example", "10.1.1.1", 9000)).isEmpty();
    assertThat(refusal(DEFAULT, "other.example", "10.1.1.2", 8080)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.0/8", "app.example", "0.0.0.0/0"})
  void onlyAnEntryWithThePortOpensAPortOfTheNode(String entry) {
    OutboundRule rule = OutboundKit.rule(entry);

    assertThat(refusal(rule, "app.example", "127.0.0.1", 9000)).isEmpty();
    assertThat(refusal(rule, "app.example", "127.0.0.1", 8080)).isPresent();
    assertThat(refusal(OutboundKit.rule("127.0.0.1:8080"), "x", "127.0.0.1", 8080)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:9000, app.example, 127.0.0.1, 9000, true",
    "127.0.0.1:9000, app.example, 127.0.0.1, 9001, false",
    "127.0.0.1:9000, app.example, 127.0.0.2, 9000, false",
    "[::1]:9000, app.example, ::1, 9000, true",
    "::1, app.example, ::1, 9000, true",
    "169.254.0.0/17, app.example, 169.254.127.1, 80, true",
    "169.254.0.0/17, app.example, 169.254.128.1, 80, false",
    "fe80::/10, app.example, fe80::1, 80, true",
    "app.example, App.Example., 127.0.0.1, 80, true",
    "app.example, sub.app.example, 127.0.0.1, 80, false",
    "app.example:81, app.example, 127.0.0.1, 80, false"
  })
  void anEntryOpensWhatItNames(String entry, String host, String address, int port, boolean open) {
    assertThat(refusal(OutboundKit.rule(entry), host, address, port).isEmpty()).isEqualTo(open);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10.0.0.0/33", "/8", "a b", "host:", "host:0", "host:70000", "10.0.0.0/8:80", "*"})
  void anEntryThatIsNoneIsRefused(String entry) {
    assertThatThrownBy(() -> AllowListEntry.parse(entry))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "http://localhost:9000/x",
        "https://a.localhost/",
        "http://[::1]:9000/",
        "http://[::ffff:169.254.169.254]/latest",
        "http://169.254.169.254/latest",
        "http://0.0.0.0:8080/"
      })
  void anAddressThatIsWrittenIsCheckedWithoutALookup(String url) {
    assertThat(DEFAULT.refusal(URI.create(url))).isPresent();
    assertThat(DEFAULT.refusal(URI.create("http://name.example/"))).isEmpty();
  }

  @Test
  void theSettingIsAListOrATextWithCommas() throws Exception {
    for (String allow :
        List.of("[\"127.0.0.1:9000\", \"a.example\"]", "\"127.0.0.1:9000,a.example\"")) {
      Config config =
          ConfigFactory.parseString("millrace.outbound.allow = " + allow)
              .withFallback(ConfigFactory.defaultReferenceUnresolved())
              .resolve();
      OutboundRule rule = OutboundRule.of(config.getConfig("millrace"), Set.of(7626));

      assertThat(rule.allow()).hasSize(2);
      assertThat(rule.ownPorts()).containsExactlyInAnyOrder(25520, 7626);
      assertThat(rule.isLocal().test(InetAddress.getLoopbackAddress())).isTrue();
    }
  }
}
