-- What is counted over a while for all processes on one database (backend/counts): rates of requests, emails and wrong codes. Written
-- often and worth little: unlogged, so that nobody waits for the log, and empty after a crash of the server.

create unlogged table if not exists backend.rate_limits (
  key text primary key,
  amount double precision not null,
  at_ms double precision not null,
  wait_seconds integer not null default 0,
  expires_at_ms double precision not null
);
comment on table backend.rate_limits is 'Allowances and tallies by hashed key.';
comment on column backend.rate_limits.amount is 'Of an allowance what was left, of a tally how many, at_ms.';
comment on column backend.rate_limits.wait_seconds is 'What the last taker of an allowance was told: 0 when it got what it asked for.';
comment on column backend.rate_limits.expires_at_ms is 'From then on the row says no more than no row.';
