# Commands of the client get a JVM of their own: a small classpath, and flags for a short life. All else is the node's.
is_node_command() { # words of the command line
  case "${1:-}" in
    '' | database | cluster-secret) [ "${2:-}" != --help ] && [ "${2:-}" != -h ] ;;
    serve) case " $* " in *' --help '* | *' -h '*) return 1 ;; esac ;;
    check) [ $# -eq 1 ] ;;
    -h | -V | --?*) return 1 ;;
    -*) return 0 ;;
    *) return 1 ;;
  esac
}
run_client() {
  local jar classpath= terminals= n
  for jar in @CLIENT_JARS@; do classpath+=${classpath:+:}$lib_dir/$jar; done
  for n in 0 1 2; do [ ! -t $n ] || terminals+=$n; done
  exec "$(get_java_cmd)" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xmx256m \
    "-Dio.millrace.cli.terminals=$terminals" -cp "$classpath" io.millrace.cli.CliMain "$@"
}
is_node_command "$@" || run_client "$@"
addJava "-Dio.millrace.program=$0"
