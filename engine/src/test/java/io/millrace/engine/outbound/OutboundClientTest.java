package io.millrace.engine.outbound;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundClientTest {
  @RegisterExtension
  static final WireMockExtension SERVICE =
      WireMockExtension.newInstance()
          .options(wireMockConfig().dynamicPort().dynamicHttpsPort())
          .build();

  private final AtomicInteger lookups = new AtomicInteger();

  @BeforeEach
  void answer() {
    SERVICE.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(200).withBody("hello")));
  }

  private OutboundAnswer send(OutboundRule rule, String url, InetAddress... addresses) {
    OutboundClient client =
        new OutboundClient(
            OutboundKit.SYSTEM,
            rule,
            host -> {
              lookups.incrementAndGet();
              return addresses;
            });
    return client
        .send(
            new OutboundRequest(
                URI.create(url), Map.of("X-A", "b"), "{}".getBytes(StandardCharsets.UTF_8)),
            Duration.ofSeconds(30),
            1_000)
        .join();
  }

  private static InetAddress address(String literal) {
    return AddressKind.literal(literal);
  }

  private static String url(String host) {
    return "http://" + host + ":" + SERVICE.getPort() + "/a%2Fb?x=%41";
  }

  @Test
  void theConnectionGoesToTheAddressThatWasCheckedUnderTheNameThatWasAskedFor() {
    OutboundAnswer answer =
        send(OutboundKit.rule("127.0.0.1"), url("bank.example"), address("127.0.0.1"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("hello");
    assertThat(lookups).as("a second lookup could give another address").hasValue(1);
    SERVICE.verify(
        postRequestedFor(urlEqualTo("/a%2Fb?x=%41"))
            .withHeader("Host", equalTo("bank.example:" + SERVICE.getPort()))
            .withHeader("X-A", equalTo("b")));
  }

  @Test
  void aNameOfWhichOneAddressIsClosedIsClosed() {
    assertThatThrownBy(
            () ->
                send(
                    OutboundKit.rule(),
                    url("bank.example"),
                    address("93.184.216.34"),
                    address("127.0.0.1")))
        .hasCauseInstanceOf(OutboundDeniedException.class)
        .hasMessageContaining("requests to bank.example are refused")
        .hasMessageContaining("127.0.0.1 is a loopback address")
        .hasMessageContaining("millrace.outbound.allow");
    SERVICE.verify(0, postRequestedFor(urlEqualTo("/a%2Fb?x=%41")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0x7f.0.0.1", "0x7f000001"})
  void whatOnlyLooksLikeAnAddressIsClosed(String host) {
    OutboundClient client = new OutboundClient(OutboundKit.SYSTEM, OutboundKit.rule("127.0.0.1"));
    OutboundRequest request = new OutboundRequest(URI.create(url(host)), Map.of(), new byte[0]);

    assertThatThrownBy(() -> client.send(request, Duration.ofSeconds(30), 1_000).join())
        .hasCauseInstanceOf(OutboundDeniedException.class)
        .hasMessageContaining("requests to " + host)
        .hasMessageContaining("neither a name nor an address");
  }

  @Test
  void aCertificateMustBeOfTheNameThatWasAskedFor() {
    String url = "https://bank.example:" + SERVICE.getHttpsPort() + "/";

    assertThatThrownBy(() -> send(OutboundKit.rule("127.0.0.1"), url, address("127.0.0.1")))
        .satisfies(
            fault ->
                assertThat(fault.getCause())
                    .isInstanceOfAny(
                        SSLException.class, java.security.GeneralSecurityException.class));
  }
}
