#!/usr/bin/env bash
# prettier-plugin-sql-cst 0.22.1 with Prettier 3.10.1 changes what a PostgreSQL statement means: the row (a, b), passed as the only
# argument of a function, loses its parentheses, so that the function gets two arguments. Seen on 2026-11-28:
#   select f((a, b)) from t;  →  select f(a, b) from t;
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund prettier@3.10.1 prettier-plugin-sql-cst@0.22.1
printf 'select f((a, b)) from t;\n' >query.sql
formatted=$(npx prettier --plugin prettier-plugin-sql-cst --parser postgresql --config-precedence cli-override \
  --sql-keyword-case preserve query.sql | tr -s '[:space:]' ' ')
echo "formatted: $formatted"
[ "$formatted" = 'select f(a, b) from t; ' ] || { echo 'The behaviour has changed.'; exit 1; }
