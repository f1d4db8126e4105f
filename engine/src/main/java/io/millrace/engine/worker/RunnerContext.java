package io.millrace.engine.worker;

import com.typesafe.config.Config;
import java.time.InstantSource;

/**
 * What a runner may know of its node.
 *
 * @param worker {@code millrace.worker}: the settings of each kind are under its name
 * @param installation tells this Millrace apart from others that use the same engine or cluster;
 *     the same on all its nodes
 * @param node the name of the node, which is the same after a restart
 */
public record RunnerContext(Config worker, String installation, String node, InstantSource clock) {}
