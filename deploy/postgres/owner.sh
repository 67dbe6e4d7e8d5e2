#!/usr/bin/env bash
# PostgreSQL's image runs this script once, when it creates the database. It creates the account of
# DATABASE_URL, which is not a superuser.
set -euo pipefail
psql --quiet --set=ON_ERROR_STOP=1 --set=password="$OWNER_PASSWORD" --username=postgres <<'SQL'
create role atelier login createrole password :'password';
create database atelier owner atelier;
SQL
