create function public.save_recipe(recipe jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  given record;
begin
  perform private.check_order_fields(recipe, '{product_id,portions,other_costs,minutes,ingredients}', 'A recipe');
  select *
  into given
  from
    jsonb_to_record(recipe) g (
      product_id uuid,
      portions integer,
      other_costs numeric,
      minutes integer,
      ingredients jsonb
    );
  -- Two saves of a recipe follow each other, and the product cannot be deleted meanwhile.
  perform from public.products p where p.id = given.product_id and p.shop_id = shop for no key update;
  if not found then
    perform private.refuse('PT404', 'product', 'This product does not exist.');
  elsif coalesce(jsonb_typeof(given.ingredients), '') <> 'array' or jsonb_array_length(given.ingredients) > 100 then
    perform private.refuse('22023', 'recipe', 'A recipe can have at most 100 ingredients.');
  elsif jsonb_path_exists(given.ingredients, '$[*] ? (@.type() != "object")') then
    perform private.refuse('22023', 'malformed', 'Each ingredient of a recipe has an id and a quantity.');
  end if;
  insert into public.recipes as r (product_id, shop_id, portions, other_costs, minutes)
  values (given.product_id, shop, given.portions, coalesce(given.other_costs, 0), coalesce(given.minutes, 0))
  on conflict on constraint recipes_pkey do update
    set
      portions = excluded.portions,
      other_costs = excluded.other_costs,
      minutes = excluded.minutes,
      updated_at = now();
  delete from public.recipe_ingredients i where i.product_id = given.product_id;
  insert into public.recipe_ingredients (product_id, shop_id, ingredient_id, quantity, position)
  select given.product_id, shop, (e.line ->> 'ingredient_id')::uuid, (e.line ->> 'quantity')::numeric, e.number - 1
  from jsonb_array_elements(given.ingredients) with ordinality as e (line, number)
  order by 3;
exception
  when unique_violation then
    perform private.refuse('22023', 'recipe', 'A recipe can have each ingredient once.');
  when foreign_key_violation then
    perform private.refuse('PT404', 'recipe', 'An ingredient of this recipe no longer exists.');
end
$$;
comment on function public.save_recipe is
  'Saves the recipe of a product of the caller''s shop: { product_id, portions, other_costs, minutes, ingredients: [{ ingredient_id, quantity }] }. '
  'The ingredients replace those of an earlier recipe.';
