#!/usr/bin/env bash
# @postgres-language-server/cli 0.25.5: `format --write` deletes the comments of a valid SQL file, and reports a success. It also
# writes keywords of one statement in two cases. Seen on 2026-11-28: the line `-- Why.` is gone, `on delete` is `on DELETE`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @postgres-language-server/cli@0.25.5
printf -- '-- Why.\ncreate table t (a timestamptz references u (id) on delete cascade);\n' >table.sql
npx postgres-language-server format --write table.sql
echo 'formatted:'
cat table.sql
if grep -q 'Why' table.sql || ! grep -q 'on DELETE' table.sql; then echo 'The behaviour has changed.'; exit 1; fi
