-- The basket of a member, which is the same on all their devices. A visitor's basket is in the browser only.

create table public.basket_lines (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.member_id() references public.profiles (id) on delete cascade,
  product_id uuid not null,
  variation text,
  personalization text,
  custom_request_details text,
  options jsonb not null default '[]',
  options_digest text not null generated always as (md5(options::text)) stored,
  quantity integer not null,
  snapshot jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint basket_lines_once
    unique nulls not distinct (user_id, product_id, variation, personalization, custom_request_details, options_digest),
  constraint basket_lines_quantity_range check (quantity between 1 and 99),
  constraint basket_lines_variation_length check (char_length(variation) between 1 and 60),
  constraint basket_lines_personalization_known
    check (personalization in ('happy_birthday', 'congratulations', 'thank_you', 'custom')),
  constraint basket_lines_details_length check (char_length(custom_request_details) between 1 and 200),
  constraint basket_lines_details_are_custom
    check (custom_request_details is null or personalization is not distinct from 'custom'),
  constraint basket_lines_options_form
    check (
      jsonb_typeof(options) = 'array'
      and jsonb_array_length(options) <= 20
      and char_length(options::text) <= 12000
    ),
  constraint basket_lines_snapshot_form
    check (jsonb_typeof(snapshot) = 'object' and char_length(snapshot::text) <= 4000)
);
comment on table public.basket_lines is
  'The basket of a member. Lines are equal when product, variation, options and personalisation are.';
comment on column public.basket_lines.options is
  'As in an order request: [{ group_id, choice_ids } or { question_id, text }], in order of ids.';
comment on column public.basket_lines.options_digest is
  'Compares options in the unique constraint, whose index limits the length of a value.';
comment on column public.basket_lines.product_id is
  'Not a foreign key: the basket says that a deleted product is no longer on sale.';
comment on column public.basket_lines.snapshot is
  'Name, price, picture and shop of the product when it was added. For display to the owner only; an order reads the product.';
comment on column public.basket_lines.created_at is
  'The clock, not the transaction''s time: lines that are added together keep their order.';
create index basket_lines_product on public.basket_lines (product_id);
