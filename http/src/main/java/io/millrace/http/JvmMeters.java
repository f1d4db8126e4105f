package io.millrace.http;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;

/** What operators see of any Java program: memory, collections, threads, processors, files. */
final class JvmMeters implements AutoCloseable {
  private final JvmGcMetrics collections = new JvmGcMetrics();

  JvmMeters(MeterRegistry registry, String version) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    collections.bindTo(registry);
    Gauge.builder("millrace.build.info", () -> 1)
        .description("Which release this is")
        .tag("version", version)
        .register(registry);
  }

  /** It listens to the JVM's collectors until then. */
  @Override
  public void close() {
    collections.close();
  }
}
