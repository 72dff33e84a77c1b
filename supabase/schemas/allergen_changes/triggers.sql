create trigger queue_changed_declaration
after update of allergens, ingredients on public.products
for each row
when
  (
    old.allergens_changed_at is distinct from new.allergens_changed_at
    or coalesce(old.ingredients, '') <> coalesce(new.ingredients, '')
  )
execute function private.queue_changed_declaration();
create trigger record_declaration_before_deletion
before delete on public.products
for each row
execute function private.record_declaration_before_deletion();
