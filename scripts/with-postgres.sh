#!/usr/bin/env bash
# Runs a command with TEST_DATABASE_URL set to a private PostgreSQL, which is deleted afterwards:
#   scripts/with-postgres.sh npm run test:postgres
# With --unsafe as the first argument, fsync is off: for tests, not for measurements.
# It listens only on a socket in its own directory, so it does not conflict with other servers or users.
set -euo pipefail

unsafe=
if [ "${1:-}" = --unsafe ]; then
  unsafe='-c fsync=off -c full_page_writes=off'
  shift
fi

bin=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb || true)")
if [ ! -x "$bin/initdb" ]; then
  echo 'PostgreSQL is not installed. On Debian: apt-get install postgresql' >&2
  exit 1
fi

# $TMPDIR is not used, because the user postgres may have no access to it, and a socket path has at most 107
# characters.
folder=$(mktemp -d /tmp/atelier-postgres.XXXXXX)

# PostgreSQL refuses to run as root. Its programs start in this directory, because they may not be able to
# read the current directory.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then
    (cd "$folder" && runuser -u postgres -- "$@")
  else
    (cd "$folder" && "$@")
  fi
}

remove() {
  as_postgres "$bin/pg_ctl" stop --silent --mode=immediate --pgdata="$folder/data" >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap remove EXIT
[ "$(id -u)" != 0 ] || chown postgres: "$folder"

as_postgres "$bin/initdb" --pgdata="$folder/data" --username=postgres --auth=trust \
  --encoding=UTF8 --locale=C.UTF-8 >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
as_postgres "$bin/pg_ctl" start --silent --wait --pgdata="$folder/data" --log="$folder/server.log" \
  --options="-c listen_addresses='' -c unix_socket_directories='$folder' -c max_connections=400 $unsafe" ||
  { cat "$folder/server.log" >&2; exit 1; }

# This account is like an operator's account: it can create databases and roles but is not a superuser.
as_postgres "$bin/psql" --quiet --host="$folder" --username=postgres \
  --command='create role atelier login createdb createrole' --command='create database atelier owner atelier'

TEST_DATABASE_URL="postgres://atelier@localhost/atelier?host=$folder" "$@"
