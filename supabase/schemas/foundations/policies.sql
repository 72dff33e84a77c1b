alter table private.settings enable row level security;

grant execute on function private.member_id(boolean) to anon, authenticated, service_role;
grant execute
on function private.is_administrator(), public.is_administrator(), public.needs_second_factor()
to authenticated, service_role;
grant execute
on function private.refuse(text, text, text, jsonb),
private.trimmed(text),
private.trimmed_length(text),
private.is_one_line(text),
private.strip_invisible(text),
private.two_decimals(numeric),
private.normalise_postcode(text),
private.is_postcode(text),
private.normalise_country(text),
private.confusable_skeleton(text),
private.imitates_marketplace(text),
private.is_email_address(text),
private.is_picture(text),
private.are_coordinates(double precision, double precision),
private.allergens(),
private.allergen_kinds(),
private.is_allergen_declaration(jsonb),
private.is_full_declaration(jsonb),
private.folded(text),
private.searchable(text),
private.search_line(text),
private.singular(text),
private.tag_token(text, text),
private.word_token(text, text),
private.miles_between(double precision, double precision, double precision, double precision),
private.geo_cell(double precision, double precision, integer),
private.geo_cells_within(double precision, double precision, double precision, integer)
to public;
