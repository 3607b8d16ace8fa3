-- What the sign-in of a CRM was not granted, so that its page can say so: `reference`, the field for our own reference of people cannot be
-- made; `scopes`, a call was refused for a permission, and only connecting again adds it. Null where nothing is missing, or nothing was seen yet.
alter table integrations add column missing_grant text check (missing_grant in ('reference', 'scopes'));
