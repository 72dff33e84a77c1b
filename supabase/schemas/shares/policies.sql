alter table private.member_networks enable row level security;
alter table private.contact_networks enable row level security;
