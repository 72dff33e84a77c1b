alter table private.settings enable row level security;

grant execute on function private.member_id to anon, authenticated, service_role;
grant execute
on function private.is_administrator, public.is_administrator, public.needs_second_factor
to authenticated, service_role;
grant execute
on function private.refuse,
private.trimmed,
private.trimmed_length,
private.is_one_line,
private.strip_invisible,
private.two_decimals,
private.normalise_postcode,
private.is_postcode,
private.normalise_country,
private.confusable_skeleton,
private.imitates_marketplace,
private.is_email_address,
private.is_picture,
private.are_coordinates,
private.allergens,
private.allergen_kinds,
private.is_allergen_declaration,
private.is_full_declaration,
private.folded,
private.searchable,
private.search_line,
private.singular,
private.tag_token,
private.word_token,
private.miles_between,
private.geo_cell,
private.geo_cells_within,
private.diets,
private.is_list_of,
private.are_short_lines
to public;

grant execute on function private.request_id to service_role;
grant execute on function private.max_food_price to authenticated, service_role;
