package io.millrace.cli.node;

import picocli.CommandLine.Command;

/** Makes the secret of the nodes in Kubernetes. */
@Command(
    name = "cluster-secret",
    description = {"In a pod of Kubernetes: creates the secret of the nodes, unless there is one."},
    footer = {"", "Examples:", "  millrace cluster-secret"})
public final class ClusterSecretCommand extends NodeCommand {}
