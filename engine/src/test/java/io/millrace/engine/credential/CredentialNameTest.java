package io.millrace.engine.credential;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialNameTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "AUTHORIZATION",
        "Proxy-Authorization",
        "Cookie",
        "Set-Cookie",
        "X-Auth",
        "x-auth-user",
        "authToken",
        "OAuth2",
        "basicauth",
        "X-Api-Key",
        "apikey",
        "api_key",
        "apiKey",
        "API.KEY",
        "X-Token",
        "access_token",
        "max_tokens",
        "ClientSecret",
        "DB_PASSWORD",
        "passwd",
        "user-credentials",
        "private-key",
        "privateKey",
        "X-Hub-Signature-256",
        "PHPSESSION",
        "session_id",
        "aws_access_key_id",
        "Ocp-Apim-Subscription-Key",
        "pass",
        "pwd",
        "sig"
      })
  void namesOfCredentials(String name) {
    assertThat(CredentialName.isLike(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Accept",
        "Content-Type",
        "X-Author",
        "authority",
        "authored_by",
        "X-Key",
        "key",
        "bypass",
        "passenger",
        "compass",
        "design",
        "signal",
        "cookie-policy",
        "User-Agent",
        "url",
        "body",
        "X-Request-Id"
      })
  void otherNames(String name) {
    assertThat(CredentialName.isLike(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"max_tokens", "session_timeout", "auth_level", "count"})
  void aNumberOfThatNameIsNoCredential(String name) {
    assertThat(CredentialName.isLikeOfNumber(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "api-key", "client_secret"})
  void aNumberOfThatNameIsOne(String name) {
    assertThat(CredentialName.isLikeOfNumber(name)).isTrue();
  }
}
