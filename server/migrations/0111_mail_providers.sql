-- Who runs the mailboxes of a domain, as its mail exchangers say, so that a first mail may go from a sender at the same provider.
-- Of the installation: DNS says the same to everybody. docs/decisions/0222.
create table mail_providers (
  domain text primary key check (length(domain) between 1 and 253),
  -- Null while nobody has answered, and where the exchangers do not tell.
  provider_group text check (provider_group in ('google', 'microsoft', 'other')),
  -- Asked again from then on, as long as a lead or sender of it is about to be matched.
  ask_at timestamptz not null
);
create index mail_providers_ask_at_idx on mail_providers (ask_at);
grant select on mail_providers to overture_app;
grant select, insert, update, delete on mail_providers to overture_system;
