#!/usr/bin/env bash
# The steps that make an image out of the jar. docker/Dockerfile runs them, and so does a test.
#
#   steps.sh extract JAR LAYERS   the jar, as folders of which each becomes a layer
#   steps.sh train APP CACHE      a start and some work, and the cache that makes the next one fast
#   steps.sh check APP            whether Java accepts the cache APP/yardmaster.aot
#
# JAVA says which java, if not the one on the PATH.
set -euo pipefail

java=${JAVA:-java}

# Most seconds for the training; it takes some ten.
readonly PATIENCE=300

fail() {
  echo "steps.sh: $1" >&2
  exit 1
}

extract() {
  "$java" -Djarmode=tools -jar "$1" extract --layers --destination "$2"
  # A cache holds the times of the jars it was made of, and a layer is the same only with the same
  # times. So they all have one.
  find "$2" -exec touch --date="@${SOURCE_DATE_EPOCH:-1735689600}" {} +
}

# call PORT METHOD PATH [YAML]: prints the answer, and fails unless its status is 2xx.
call() {
  local body=${4:-} answer
  exec 3<>"/dev/tcp/127.0.0.1/$1"
  printf '%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' "$2" "$3" >&3
  printf 'Content-Type: application/yaml\r\nContent-Length: %d\r\n\r\n%s' ${#body} "$body" >&3
  answer=$(cat <&3)
  exec 3>&-
  case $answer in
    "HTTP/1.1 2"*) echo "$answer" ;;
    *) fail "$2 $3 was answered: $answer" ;;
  esac
}

# What people, probes and workers ask of a service, once.
exercise() {
  local port=$1 path
  call "$port" POST /api/v1/runs 'name: training
tasks:
  - {id: first, blocks: 8, command: ["true"]}
  - {id: second, blocks: 1, command: ["true"], after: [{task: first, blocks: all}]}
'
  call "$port" GET '/api/v1/runs/training-1/wait?timeout=60s'
  for path in / /ui/runs/training-1 /ui/workers /ui/resources /actuator/health/readiness \
    /api/v1/runs /api/v1/runs/training-1/events /api/v1/workers /api/v1/resources; do
    call "$port" GET "$path"
  done
  SERVER_PORT=$port "$(dirname "$0")/healthcheck"
}

train() {
  local app=$1 cache=$2 work server port
  work=$(mktemp -d)
  # At once: on a busy machine it is looked into before the service has begun to write.
  : >"$work/said"
  # On this machine alone, as nobody has a token; at a free port; with a database to throw away.
  "$java" -XX:AOTCacheOutput="$cache" @"$app/java.options" -jar "$app/yardmaster.jar" server \
    --server.address=127.0.0.1 --server.port=0 --data-dir "$work/data" \
    --yardmaster.workers.embedded.count=2 >"$work/said" 2>&1 &
  server=$!
  for ((i = 0; i < PATIENCE * 10; i++)); do
    port=$(sed -n 's|.*is ready: http://[^/]*:\([0-9]*\)/.*|\1|p' "$work/said")
    if [ -n "$port" ] || ! kill -0 "$server" 2>/dev/null; then
      break
    fi
    sleep 0.1
  done
  if [ -z "$port" ] || ! (exercise "$port") >"$work/answers"; then
    kill "$server" 2>/dev/null || true
    cat "$work/said" >&2
    fail "the service for the training did not start, or did not work"
  fi
  # In good order, after which Java writes the cache.
  kill -TERM "$server"
  wait "$server" || fail "the training ended with exit code $?"
  [ -s "$cache" ] || fail "the training has left no $cache"
  rm -rf "$work"
}

check() {
  # "on": unlike a start, which goes on without a cache that does not fit.
  "$java" -XX:AOTMode=on -XX:AOTCache="$1/yardmaster.aot" @"$1/java.options" \
    -jar "$1/yardmaster.jar" --version
}

case ${1:-} in
  extract) extract "$2" "$3" ;;
  train) train "$2" "$3" ;;
  check) check "$2" ;;
  *) fail "say extract JAR LAYERS, train APP CACHE, or check APP" ;;
esac
