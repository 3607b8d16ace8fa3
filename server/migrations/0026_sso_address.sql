-- Addresses that are given to identity providers name the organization by its id: there before anything was set up.
alter table sso_connections drop column public_id;
