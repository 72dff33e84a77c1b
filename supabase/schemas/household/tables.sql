-- The household: the people that a member buys food for, with what each avoids. It is health data, so only its owner reads it.

create table public.household_people (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.member_id() references public.profiles (id) on delete cascade,
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
