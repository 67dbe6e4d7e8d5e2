#!/usr/bin/env bash
# Writes .env from .env.example, with a generated value for each empty secret. Keeps an existing .env.
set -euo pipefail
cd "$(dirname "$0")/.."
file=${1:-.env}

if [ -e "$file" ]; then
  echo "$file already exists and was not changed." >&2
  exit 1
fi
umask 077
while IFS= read -r line; do
  case "$line" in
    SECRET_KEY=) echo "$line$(head -c 32 /dev/urandom | base64)" ;;
    [A-Z]*=) echo "$line$(head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n')" ;;
    *) echo "$line" ;;
  esac
done <.env.example >"$file.new"
mv "$file.new" "$file"
echo "Wrote $file. Set PUBLIC_URL in it before others use Atelier."
