#!/usr/bin/env bash
# Runs sbt. Uses an installed one; else fetches the launcher once, with Maven, into project/.launcher.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
self=$here/sbt
cd "$here"

command -v java >/dev/null || { echo "Millrace needs a JDK 17 or later: none is on the PATH." >&2; exit 1; }

# "./sbt run" is a whole sentence for a person; sbt itself wants to be quiet about its own business.
[ $# -gt 0 ] || set -- shell

# What "run" forks ends with this process (see build.sbt). A client is soon gone, and its server stays.
case " $* " in *' --client '*) unset SBT_WRAPPER_PID ;; *) export SBT_WRAPPER_PID=$$ ;; esac

installed=$(type -ap sbt | grep -vFx "$self" | head -n 1 || true)
if [ -n "$installed" ]; then
  exec "$installed" "$@"
fi

version=$(sed -n 's/^sbt.version *= *//p' project/build.properties)
launcher=project/.launcher/sbt-launch-$version.jar
if [ ! -f "$launcher" ]; then
  command -v mvn >/dev/null || {
    echo "Millrace is built with sbt $version. Install sbt, or Maven (which fetches it): neither is on the PATH." >&2
    exit 1
  }
  echo "Fetching sbt $version once, with Maven ..." >&2
  mvn -q -B dependency:copy -Dartifact="org.scala-sbt:sbt-launch:$version" -DoutputDirectory="$PWD/project/.launcher" >&2
fi

options=()
while read -r option; do
  case $option in ''|'#'*) ;; *) options+=("$option") ;; esac
done < .jvmopts
exec java "${options[@]}" -jar "$launcher" "$@"
