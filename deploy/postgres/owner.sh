#!/usr/bin/env bash
# Run once, by PostgreSQL's image, when it makes its database: the account of DATABASE_URL, which is no superuser.
set -euo pipefail
psql --quiet --set=ON_ERROR_STOP=1 --set=password="$OWNER_PASSWORD" --username=postgres <<'SQL'
create role atelier login createrole password :'password';
create database atelier owner atelier;
SQL
