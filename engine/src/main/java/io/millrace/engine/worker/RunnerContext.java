package io.millrace.engine.worker;

import com.typesafe.config.Config;
import java.time.InstantSource;

/**
 * What a runner may know of its node.
 *
 * @param worker {@code millrace.worker}: the settings of each kind are under its name
 * @param node the address of the node, which is the same after a restart
 */
public record RunnerContext(Config worker, String node, InstantSource clock) {}
