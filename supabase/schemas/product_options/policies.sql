do $$
declare
  name text;
begin
  foreach name in array array['product_variations', 'product_option_choices'] loop
    execute format('create trigger follow_allergens after insert or delete on public.%I
      for each row execute function private.follow_choice_allergens()', name);
    execute format('create trigger follow_changed_allergens after update of allergens, ingredients, replaces on public.%I
      for each row when ((old.allergens, old.ingredients, old.replaces) is distinct from (new.allergens, new.ingredients, new.replaces))
      execute function private.follow_choice_allergens()', name);
  end loop;
  foreach name in array array['product_variations', 'product_option_groups', 'product_questions'] loop
    execute format('create trigger enforce_immutable_product before update of id, product_id on public.%I
      for each row execute function private.enforce_immutable_columns(''id'', ''product_id'')', name);
  end loop;
  execute 'create trigger enforce_immutable_product before update of id, group_id, product_id on public.product_option_choices
    for each row execute function private.enforce_immutable_columns(''id'', ''group_id'', ''product_id'')';
end $$;

alter table public.product_variations enable row level security;
alter table public.product_option_groups enable row level security;
alter table public.product_option_choices enable row level security;
alter table public.product_questions enable row level security;

do $$
declare
  given record;
begin
  for given in select * from (values
    ('product_variations', 'variations', 'id, product_id, name, price_delta, stock, allergens, ingredients, replaces, net_quantity, position'),
    ('product_option_groups', 'groups of choices', 'id, product_id, name, is_required, max_choices, position'),
    ('product_option_choices', 'choices', 'id, group_id, product_id, name, price_delta, stock, allergens, ingredients, replaces, net_quantity, position'),
    ('product_questions', 'questions', 'id, product_id, name, is_required, max_length, price, position')
  ) as t (name, what, written) loop
    execute format('grant select on public.%I to anon, authenticated', given.name);
    execute format('grant delete, insert (%2$s), update (%2$s) on public.%1$I to authenticated', given.name, given.written);
    execute format('grant all on public.%I to service_role', given.name);
    execute format('create policy %I on public.%I for select to anon, authenticated
      using (exists (select from public.products p where p.id = product_id))', format('Anyone sees %s of visible products', given.what), given.name);
    execute format('create policy %I on public.%I for insert to authenticated
      with check (private.owns_product(product_id))', format('Owners add %s to their products', given.what), given.name);
    execute format('create policy %I on public.%I for update to authenticated
      using (private.owns_product(product_id)) with check (private.owns_product(product_id))',
      format('Owners update %s of their products', given.what), given.name);
    execute format('create policy %I on public.%I for delete to authenticated
      using (private.owns_product(product_id))', format('Owners delete %s of their products', given.what), given.name);
  end loop;
end $$;

grant execute on function private.options_text to public;
grant execute
on function private.free_names,
private.keep_ids,
private.save_variations,
private.clear_variations,
private.save_choices,
private.save_option_groups,
private.save_questions,
private.options_to_copy
to authenticated;
