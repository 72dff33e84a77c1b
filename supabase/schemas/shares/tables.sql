-- Shares of what is scarce: turns in a queue, units that are held, uses of a code, messages of visitors. One account, one network and
-- those who have never bought get only a part, so that nobody uses up what others need.

create table private.member_networks (
  member_id uuid not null references public.profiles (id) on delete cascade,
  network cidr not null,
  seen_at timestamptz not null default now(),
  primary key (member_id, network)
);
comment on table private.member_networks is
  'The networks from which members who had never bought have asked for something scarce. Kept for a day.';
create index member_networks_network on private.member_networks (network, seen_at);
create index member_networks_old on private.member_networks (seen_at);

create table private.contact_networks (
  shop_id uuid references public.shops (id) on delete cascade,
  network cidr not null,
  created_at timestamptz not null default now()
);
comment on table private.contact_networks is
  'The networks of the messages that visitors have sent to a shop or, without one, to support. Kept for an hour.';
create index contact_networks_shop on private.contact_networks (shop_id, network, created_at);
create index contact_networks_old on private.contact_networks (created_at);
