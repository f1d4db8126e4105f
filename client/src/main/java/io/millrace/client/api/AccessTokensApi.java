package io.millrace.client.api;

import io.millrace.client.model.AccessTokenModel.AccessToken;
import io.millrace.client.model.AccessTokenModel.AccessTokenPage;
import io.millrace.client.model.AccessTokenModel.AccessTokenRequest;
import io.millrace.client.model.AccessTokenModel.CreatedAccessToken;
import io.millrace.client.model.PageRequest;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import java.util.stream.Stream;

/** Who may use the API. */
public final class AccessTokensApi {
  private final ApiCaller caller;

  public AccessTokensApi(ApiCaller caller) {
    this.caller = caller;
  }

  public AccessTokenPage listAccessTokens(PageRequest page) {
    return caller.call(
        ApiRequest.get("/tokens").query("limit", page.limit()).query("after", page.after()),
        AccessTokenPage.class);
  }

  /** All access tokens. */
  public Stream<AccessToken> allAccessTokens() {
    return PageStream.of(page -> listAccessTokens(page));
  }

  /** The answer is the only one that has the token itself. */
  public CreatedAccessToken createAccessToken(AccessTokenRequest request) {
    return caller.call(ApiRequest.post("/tokens").json(request), CreatedAccessToken.class);
  }

  public void revokeAccessToken(String id) {
    caller.send(ApiRequest.delete("/tokens/{id}", id));
  }
}
