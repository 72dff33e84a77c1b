-- The basket of a member, which is the same on all their devices. A visitor's basket is in the browser only.

create table public.basket_lines (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  product_id uuid not null,
  variation text,
  personalization text,
  custom_request_details text,
  quantity integer not null,
  snapshot jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint basket_lines_once unique nulls not distinct (user_id, product_id, variation, personalization, custom_request_details),
  constraint basket_lines_quantity_range check (quantity between 1 and 99),
  constraint basket_lines_variation_length check (char_length(variation) between 1 and 60),
  constraint basket_lines_personalization_known check (personalization in ('happy_birthday', 'congratulations', 'thank_you', 'custom')),
  constraint basket_lines_details_length check (char_length(custom_request_details) between 1 and 200),
  constraint basket_lines_details_are_custom check (custom_request_details is null or personalization is not distinct from 'custom'),
  constraint basket_lines_snapshot_form check (jsonb_typeof(snapshot) = 'object' and char_length(snapshot::text) <= 4000)
);
comment on table public.basket_lines is 'The basket of a member. Lines are equal when product, variation and personalisation are.';
comment on column public.basket_lines.product_id is 'Not a foreign key: the basket says that a deleted product is no longer on sale.';
comment on column public.basket_lines.snapshot is
  'Name, price, picture and shop of the product when it was added. For display to the owner only; an order reads the product.';
comment on column public.basket_lines.created_at is 'The clock, not the transaction''s time: lines that are added together keep their order.';
create index basket_lines_product on public.basket_lines (product_id);

create trigger quota after insert on public.basket_lines
  referencing new table as added for each statement execute function private.limit_rows('user_id', '100', 'lines in your basket');
create trigger enforce_immutable_owner before update of id, user_id on public.basket_lines
  for each row execute function private.enforce_immutable_columns('id', 'user_id');

alter table public.basket_lines enable row level security;

grant select, delete,
  insert (user_id, product_id, variation, personalization, custom_request_details, quantity, snapshot),
  update (user_id, product_id, variation, personalization, custom_request_details, quantity, snapshot)
  on public.basket_lines to authenticated;
grant all on public.basket_lines to service_role;

create policy "Members read their own basket" on public.basket_lines
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Members add lines to their own basket" on public.basket_lines
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "Members update lines of their own basket" on public.basket_lines
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Members delete lines of their own basket" on public.basket_lines
  for delete to authenticated using (user_id = (select auth.uid()));
