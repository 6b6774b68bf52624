#!/usr/bin/env bash
# Makes what docker/compose.yaml needs to be safe: random access tokens and passwords, in
# docker/secrets, which only you can enter. What is there already stays; delete the folder for new ones
# (PostgreSQL keeps its password, though, in its volume).
set -euo pipefail
umask 077
cd "$(dirname "$0")"

secrets=secrets
mkdir -p "$secrets"
chmod 700 "$secrets"

# 256 random bits, of letters that fit everywhere.
random() {
  head -c 32 /dev/urandom | base64 | tr -d '=\n' | tr '+/' '-_'
}

# keep NAME PREFIX: a file with a random word in it, unless it is there.
keep() {
  if [ ! -s "$secrets/$1" ]; then
    printf '%s%s' "$2" "$(random)" >"$secrets/$1"
  fi
}

# The service knows hashes alone.
hash_of() {
  if command -v sha256sum >/dev/null; then
    sha256sum <"$secrets/$1" | cut -d ' ' -f 1
  else
    shasum -a 256 <"$secrets/$1" | cut -d ' ' -f 1
  fi
}

keep admin-token ym_
keep worker-token ym_
keep prometheus-token ym_
keep postgres-password ''
keep grafana-password ''

if [ ! -s "$secrets/application.yaml" ]; then
  cat >"$secrets/application.yaml" <<END
# Made by docker/prepare.sh. More people: "yardmaster token --help", and docs/access.md.
spring:
  datasource:
    password: "$(cat "$secrets/postgres-password")"
yardmaster:
  access:
    tokens:
      - name: admin
        roles: [admin]
        hash: "sha256:$(hash_of admin-token)"
      - name: workers
        roles: [work]
        hash: "sha256:$(hash_of worker-token)"
      - name: prometheus
        roles: [view]
        hash: "sha256:$(hash_of prometheus-token)"
END
fi

# The programs in the containers run under users of their own and have to read what is mounted there.
# On this machine nobody but you gets through the folder.
chmod 644 "$secrets"/*

echo "docker/secrets is ready. Sign in at http://127.0.0.1:8080 with what is in docker/secrets/admin-token."
