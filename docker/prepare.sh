#!/usr/bin/env bash
# Makes what docker/compose.yaml needs to be safe: random access tokens and passwords, in
# docker/secrets, which only you can enter. What is there already stays; delete a file, or the folder, for
# new ones (PostgreSQL keeps its password, though, in its volume). application.yaml is made of tokens
# and PostgreSQL's password: it is made anew with any of them, and the one before is then
# application.yaml.before.
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
made=
keep() {
  if [ ! -s "$secrets/$1" ]; then
    printf '%s%s' "$2" "$(random)" >"$secrets/$1"
    made="$made $1"
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

# With a new word the hash of the old one would keep its owner out. People may have added to the file.
if [ -n "$made" ] && [ -s "$secrets/application.yaml" ]; then
  mv "$secrets/application.yaml" "$secrets/application.yaml.before"
  echo "New:$made. So application.yaml is new too; what you have added to it is in application.yaml.before."
fi

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

# Of this the service knows nothing.
keep grafana-password ''

# The programs in the containers run under users of their own and have to read what is mounted there.
# On this machine nobody but you gets through the folder.
chmod 644 "$secrets"/*

echo "docker/secrets is ready. Sign in at http://127.0.0.1:8080 with what is in docker/secrets/admin-token."
