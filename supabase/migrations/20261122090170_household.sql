-- The household: the people that a member buys food for, with what each avoids. It is health data, so only its owner reads it.

create function private.diets()
returns text[]
language sql
immutable
parallel safe
return array['vegetarian', 'vegan', 'halal', 'kosher', 'no_alcohol'];
comment on function private.diets() is 'The diets that a product can suit and a person can follow.';

create function private.is_list_of(list text[], known text[])
returns boolean
language sql
immutable
parallel safe
return list <@ known and array_position(list, null) is null and cardinality(list) <= cardinality(known);
comment on function private.is_list_of(text[], text[]) is 'True for a list of known values without nulls.';

create function private.are_short_lines(list text[], most integer, longest integer)
returns boolean
language sql
immutable
parallel safe
return cardinality(list) <= most
and array_position(list, null) is null
and not exists (
  select
  from unnest(list) line
  where private.trimmed_length(line) = 0 or char_length(line) > longest or not private.is_one_line(line)
);
comment on function private.are_short_lines(text[], integer, integer) is
  'True for at most so many texts, each one line of at most so many characters.';

create table public.household_people (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.member_id() references public.profiles (id)
    on delete cascade,
  name text not null,
  avoid_contains text[] not null default '{}',
  avoid_traces text[] not null default '{}',
  avoid_others text[] not null default '{}',
  diets text[] not null default '{}',
  consented_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  constraint household_people_name_form
    check (private.trimmed_length(name) >= 1 and char_length(name) <= 40 and private.is_one_line(name)),
  constraint household_people_contains_known
    check (private.is_list_of(avoid_contains, private.allergens() || private.allergen_kinds())),
  constraint household_people_traces_known
    check (private.is_list_of(avoid_traces, private.allergens() || private.allergen_kinds())),
  constraint household_people_one_level check (not avoid_contains && avoid_traces),
  constraint household_people_others_form check (private.are_short_lines(avoid_others, 50, 40)),
  constraint household_people_diets_known check (private.is_list_of(diets, private.diets()))
);
comment on table public.household_people is
  'The people that a member buys food for. Only the member reads the rows. Nothing else in the database reads them: search gets what to avoid as arguments.';
comment on column public.household_people.avoid_contains is
  'Allergens and kinds that must not be an ingredient. Traces are accepted.';
comment on column public.household_people.avoid_traces is
  'Allergens and kinds of which the product must be declared free.';
comment on column public.household_people.avoid_others is
  'Other foods, as written by the member. No declaration covers them.';
comment on column public.household_people.consented_at is
  'When the member agreed that these data are stored. The clock, as for created_at.';
comment on column public.household_people.created_at is
  'The clock, not the transaction''s time: people who are added together keep their order.';
create index household_people_user on public.household_people (user_id);

create trigger quota
after insert on public.household_people
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '20', 'people in your household');
create trigger enforce_immutable_owner
before update of id, user_id on public.household_people
for each row
execute function private.enforce_immutable_columns('id', 'user_id');

alter table public.household_people enable row level security;

grant
  select,
  delete,
  insert (id, user_id, name, avoid_contains, avoid_traces, avoid_others, diets),
  update (id, user_id, name, avoid_contains, avoid_traces, avoid_others, diets)
on public.household_people
to authenticated;
grant all on public.household_people to service_role;
grant execute
on function private.diets(), private.is_list_of(text[], text[]), private.are_short_lines(text[], integer, integer)
to public;

create policy "Members read their own household" on public.household_people
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add people to their own household" on public.household_people
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Members update people of their own household" on public.household_people
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Members delete people of their own household" on public.household_people
for delete
to authenticated
using (user_id = (select private.member_id()));
