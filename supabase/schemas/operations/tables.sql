-- Figures of the marketplace for its operator: what has happened, and what waits.

-- Sequences count without locks, so that no two orders wait for each other. A count includes what was rolled back.
create sequence private.registrations;
create sequence private.orders_placed;
create sequence private.orders_paid;
create sequence private.refunds_made;
create sequence private.messages_sent;
create sequence private.emails_failed;

-- Work that failed or that nothing has tried, for administrators, who can have it tried again.

create index outbox_failing on public.outbox (created_at)
where last_error is not null and status in ('waiting', 'failed');
