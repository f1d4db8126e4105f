package io.millrace.runners.container;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.model.PullResponseItem;
import java.io.IOException;

/** Waits for an image, and keeps what the engine says if it cannot be had. */
final class ImagePull extends ResultCallback.Adapter<PullResponseItem> {
  private volatile String refusal;
  private volatile Throwable fault;

  @Override
  public void onNext(PullResponseItem item) {
    if (item.getErrorDetail() != null) {
      refusal = item.getErrorDetail().getMessage();
    } else if (item.isErrorIndicated()) {
      refusal = "the engine could not fetch it";
    }
  }

  @Override
  public void onError(Throwable broken) {
    fault = broken;
    try {
      close();
    } catch (IOException harmless) {
      // The stream is over anyway.
    }
  }

  /**
   * @throws RuntimeException if the image cannot be had
   */
  void await() throws InterruptedException {
    awaitCompletion();
    if (fault != null) {
      throw fault instanceof RuntimeException known ? known : new IllegalStateException(fault);
    }
    if (refusal != null) {
      throw new DockerClientException(refusal);
    }
  }
}
