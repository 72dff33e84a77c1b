create trigger normalise
before insert or update of price_delta on public.product_variations
for each row
execute function private.normalise_choice();
create trigger normalise
before insert or update of price_delta on public.product_option_choices
for each row
execute function private.normalise_choice();
create trigger normalise
before insert or update of price on public.product_questions
for each row
execute function private.normalise_question();
create trigger enforce_price_above_zero
after insert or update of price_delta on public.product_variations
for each row
execute function private.enforce_variation_price();
create trigger enforce_price_above_zero
after update of price, product_type on public.products
for each row
execute function private.enforce_product_price();
create trigger follow_allergens
after update of is_required on public.product_option_groups
for each row
when (old.is_required <> new.is_required)
execute function private.follow_choice_allergens();
