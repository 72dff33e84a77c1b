-- Rate limits shared by all processes on one database (backend/rate-limits). The table is unlogged: writes are frequent, do not wait for
-- the write-ahead log, and may be lost in a crash.

create unlogged table if not exists backend.rate_limits (
  key text primary key,
  amount double precision not null,
  at_ms double precision not null,
  wait_seconds integer not null default 0,
  expires_at_ms double precision not null
);
comment on table backend.rate_limits is 'Token buckets and counters by hashed key.';
comment on column backend.rate_limits.amount is 'The tokens left in a bucket, or the value of a counter, at at_ms.';
comment on column backend.rate_limits.wait_seconds is 'Seconds that the last request has to wait; 0 if it took a token.';
comment on column backend.rate_limits.expires_at_ms is 'From then on the row is treated as absent.';
