create table public.notes (
  id bigint generated always as identity primary key,
  body text not null
);

create function public.runaway() returns bigint language sql stable
  return (select count(*) from generate_series(1, 100000000000));

create function public.runaway_for(reason text) returns bigint language sql stable
  return (select count(*) from generate_series(1, 100000000000) where reason <> '');
