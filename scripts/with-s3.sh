#!/usr/bin/env bash
# Runs a command with S3_TEST_* set to a private S3-compatible server, which is deleted afterwards:
#   scripts/with-s3.sh npm run test:s3
# The server is OpenStack Swift. As root on Debian, the script installs it. It listens on loopback, on free ports.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

python=/usr/bin/python3
has_swift() { "$python" -c 'import swift.common.middleware.s3api' 2>/dev/null; }

if ! has_swift; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo 'OpenStack Swift is not installed. On Debian, as root: apt-get install python3-swift' >&2
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >&2
  apt-get install -y -qq --no-install-recommends python3-swift >/dev/null
  has_swift || { echo 'python3-swift is installed but has no S3 API.' >&2; exit 1; }
fi

# Swift stores metadata in extended attributes. /dev/shm is faster than a disk, if it supports them.
has_attributes() {
  "$python" -c 'import os, sys; os.setxattr(sys.argv[1], "user.atelier", b"1")' "$1" 2>/dev/null
}
for parent in /dev/shm "${TMPDIR:-/tmp}" /var/tmp; do
  folder=$(mktemp -d "$parent/atelier-s3.XXXXXX" 2>/dev/null) || continue
  ! has_attributes "$folder" || break
  rmdir "$folder"
  folder=
done
if [ -z "${folder:-}" ]; then
  echo 'Swift needs a directory with extended attributes, but /dev/shm, /tmp and /var/tmp do not support them.' >&2
  exit 1
fi

server=
remove() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap remove EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

mkfifo "$folder/port"
secret=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
"$python" "$here/s3-server.py" "$folder/store" test:tester "$secret" >"$folder/port" 2>"$folder/server.log" &
server=$!
if ! read -r port <"$folder/port"; then
  cat "$folder/server.log" >&2
  exit 1
fi

export S3_TEST_ENDPOINT="http://127.0.0.1:$port" S3_TEST_REGION=us-east-1 S3_TEST_BUCKET=atelier-test
export S3_TEST_ACCESS_KEY_ID=test:tester S3_TEST_SECRET_ACCESS_KEY="$secret"
"$@"
