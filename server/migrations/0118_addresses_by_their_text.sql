-- The stop check, the rehearsal and whoever adds leads ask for the address of a lead, which is a text of collation "C", among suppressed and
-- checked ones, which were citext: no index answered that, so each of these questions read the whole list of the organization, letter case
-- and all. Here addresses stand in lower case, and an index holds them as the texts they are compared as (row-level security lets no
-- comparison of citext into an index).
update suppressions set email = lower(email::text)::citext where email::text <> lower(email::text);
create index suppressions_by_address on suppressions (organization_id, (email::text) collate "C");
update address_checks set email = lower(email::text)::citext where email::text <> lower(email::text);
create index address_checks_by_address on address_checks (organization_id, (email::text) collate "C");
