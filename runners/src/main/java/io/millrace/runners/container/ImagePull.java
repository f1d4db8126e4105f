package io.millrace.runners.container;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.model.PullResponseItem;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Waits for an image, and keeps what the engine says if it is not available. */
final class ImagePull extends ResultCallback.Adapter<PullResponseItem> {
  private volatile @Nullable String refusal;
  private volatile @Nullable Throwable fault;

  /** Podman sends the old field only. */
  @Override
  @SuppressWarnings("deprecation")
  public void onNext(PullResponseItem item) {
    if (item.getErrorDetail() != null) {
      refusal = item.getErrorDetail().getMessage();
    } else if (item.getError() != null) {
      refusal = item.getError();
    }
  }

  @Override
  public void onError(Throwable broken) {
    fault = broken;
    end();
  }

  /** Ends it, whether the image is there or not. */
  void end() {
    try {
      close();
    } catch (IOException harmless) {
      // The stream is over anyway.
    }
  }

  /**
   * @throws RuntimeException if the image is not available
   */
  void await() throws InterruptedException {
    awaitCompletion();
    Throwable broken = fault;
    if (broken != null) {
      throw broken instanceof RuntimeException known ? known : new IllegalStateException(broken);
    }
    String reason = refusal;
    if (reason != null) {
      throw new DockerClientException(reason);
    }
  }
}
