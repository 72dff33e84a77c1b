-- What an order request is read into, and what each of its lines has bought.

create type private.order_part as (
  position integer,
  shop_id uuid,
  fulfilment text,
  pickup_date date,
  pickup_start time,
  pickup_end time,
  note text,
  agreed_on date,
  delivery_date date,
  delivery_start time,
  delivery_end time,
  send_on date,
  drop_id uuid,
  drop_title text,
  discount_code_id uuid,
  discount_code text,
  waives_delivery boolean,
  tip numeric,
  voucher_codes text[]
);
comment on type private.order_part is 'The part of an order request for one shop.';

create type private.order_line as (
  position integer,
  shop_id uuid,
  product_id uuid,
  quantity integer,
  variation text,
  personalization text,
  custom_request_details text,
  options jsonb,
  allergens jsonb,
  chat_room_id uuid,
  agreed_on date,
  allergen_answers jsonb,
  quote_version integer
);
comment on type private.order_line is
  'One line of an order request: product, quantity, variation, options and the conversation of its quote.';

create type private.chosen_choice as (
  id uuid,
  name text,
  takes_stock boolean,
  allergens jsonb,
  ingredients text,
  replaces text,
  net_quantity text
);
comment on type private.chosen_choice is
  'A chosen variation or choice, whether it has a stock of its own, and what it changes of the food.';

create type private.chosen_options as (price numeric, variation text, options jsonb, choices private.chosen_choice[]);
comment on type private.chosen_options is
  'The price of one unit with its options, and the options as order_items stores them.';

create type private.priced_line as (
  id uuid,
  shop_id uuid,
  product_id uuid,
  name text,
  image text,
  price numeric,
  quantity integer,
  variation text,
  personalization text,
  custom_request_details text,
  options jsonb,
  choices private.chosen_choice[],
  ingredients text,
  allergens jsonb,
  net_quantity text,
  chat_room_id uuid,
  has_own_declaration boolean,
  takes_stock boolean,
  drop_item_id uuid,
  discount numeric,
  is_custom boolean,
  fulfilments text[],
  position integer
);
comment on type private.priced_line is
  'A line at its price, as stored with the order. A line with a conversation is made to its quote and takes no stock.';

create type private.shop_price as (
  shop_id uuid,
  food numeric,
  discount numeric,
  delivery_fee numeric,
  has_own_delivery_fee boolean,
  delivery_discount numeric,
  tip numeric,
  voucher_amount numeric
);
comment on type private.shop_price is
  'What the order of one shop costs, in pounds: the food before any code, what a code takes off it and off the delivery, and what vouchers pay.';

create type private.voucher_payment as (voucher_id uuid, shop_id uuid, amount numeric);
comment on type private.voucher_payment is 'What a voucher pays of the order of its shop.';

create type private.priced_order as (
  parts private.order_part[],
  lines private.priced_line[],
  left_out private.priced_line[],
  shops private.shop_price[],
  charges private.delivery_charge[],
  vouchers private.voucher_payment[],
  balance numeric,
  address public.user_addresses,
  problems jsonb
);
comment on type private.priced_order is
  'An order request at its price. Lines that its fulfilment does not cover are left out. The problems are refusals: '
  '{ code, message, shop_id, product_id, position, left, voucher }. An order that is placed has neither.';

-- Tips for sellers: reading one in an order request, and what of it is refunded.

comment on column public.orders.tip is
  'The buyer''s tip for the seller. It is part of the total, but pays no fee and is no part of the price.';
comment on column public.checkouts.tip is 'The sum of the tips of its orders.';

-- The options of an order: reading and pricing them, and the stock that orders take and return.

comment on column public.order_items.price is
  'Pounds for one unit, including its variation, options and personalisation.';
comment on column public.order_items.has_own_declaration is
  'Whether its quote declares it apart from the product. Later changes of the product do not apply to it.';
comment on column public.order_items.takes_stock is
  'Whether the line was taken from stock and returns there. False for quoted items and for those made to order.';
comment on column public.order_items.options is
  'What the buyer chose besides the variation: [{ group_id, choice_ids, name, value } or { question_id, name, text }], by position.';
comment on column public.order_items.options_text is
  'The options in words: ''Topping: Walnut; Message: “Happy birthday Ann”''. Null without any.';
comment on column public.order_items.allergens is
  'The declaration of the product together with what the chosen options change, see private.compose.';
comment on column public.order_items.ingredients is
  'The ingredients of the product together with those of the chosen options.';
comment on column public.order_items.net_quantity is
  'What one unit weighs or holds: as the chosen options state it, or the product.';

create table private.order_item_choices (
  order_item_id uuid not null references public.order_items (id) on delete cascade,
  choice_id uuid not null,
  position smallint not null,
  name text not null,
  takes_stock boolean not null,
  allergens jsonb not null,
  ingredients text,
  replaces text,
  primary key (order_item_id, choice_id)
);
comment on table private.order_item_choices is 'The variation and the choices of a line, in the order of the product.';
comment on column private.order_item_choices.choice_id is 'A variation or a choice, which may have been deleted since.';
comment on column private.order_item_choices.takes_stock is
  'Whether the line was taken from the stock of the choice and returns there.';
comment on column private.order_item_choices.allergens is
  'What the choice did to the declaration when it was bought, as ingredients and replaces are what it did to them.';
create index order_item_choices_choice on private.order_item_choices (choice_id);
