#!/bin/sh
# Starts a service and three workers with different tags, runs pipeline.yaml on them, stops all.
# Needs target/yardmaster.jar (./mvnw -q package -DskipTests) and Java 25, as `java` or in $JAVA.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
jar=${YARDMASTER_JAR:-$here/../../target/yardmaster.jar}
java=${JAVA:-java}
port=${PORT:-8099}
server=http://127.0.0.1:$port
work=$(mktemp -d)
pids=

cleanup() {
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  for pid in $pids; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

yardmaster() { "$java" -XX:TieredStopAtLevel=1 -jar "$jar" "$@"; }

# A process that ends at once has said why; waiting for it would be in vain.
await() {
  tries=0
  until grep -q "$1" "$2"; do
    tries=$((tries + 1))
    if [ $tries -gt 600 ] || ! kill -0 "$3" 2>/dev/null; then
      echo "gave up waiting for \"$1\":" >&2
      cat "$2" >&2
      exit 1
    fi
    sleep 0.2
  done
}

worker() { # host, tag
  "$java" -XX:TieredStopAtLevel=1 -jar "$jar" worker --server "$server" --host "$1" --tags "$2" \
    --slots 1 >"$work/$1.log" 2>&1 &
  pids="$pids $!"
  await registered "$work/$1.log" $!
  echo "worker on host $1 offers: $2"
}

"$java" -XX:TieredStopAtLevel=1 -jar "$jar" server --port "$port" --data-dir "$work/data" \
  --yardmaster.workers.embedded.count=0 >"$work/server.log" 2>&1 &
pids="$pids $!"
await "is ready" "$work/server.log" $!
echo "status page: $server/"

worker barn disk
worker shed licence
run=$(curl -sS --fail-with-body -H 'Content-Type: application/yaml' \
  --data-binary "@$here/pipeline.yaml" "$server/api/v1/runs" |
  sed 's/.*"run":"\([^"]*\)".*/\1/; s/.*"id":"\(mixed-fleet-[0-9]*\)".*/\1/')
echo "submitted: $run"
sleep 2

echo
echo "--- nobody has a gpu yet:"
yardmaster explain "$run" --server "$server"
echo
worker tower gpu
echo "--- who serves what:"
curl -sS "$server/api/v1/workers"
echo
echo
yardmaster wait "$run" --server "$server" --progress lines
