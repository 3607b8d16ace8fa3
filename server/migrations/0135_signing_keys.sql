-- What signatures of former secret keys are verified with: links in mails that were sent stay good for ever. Sealed with the
-- secret key in use. Of the installation, not of an organization.
create table signing_keys (
  -- Id of the former secret key and the purpose.
  id text primary key,
  purpose text not null,
  sealed_key bytea not null,
  created_at timestamptz not null default app_now()
);
grant select, insert, update, delete on signing_keys to overture_system;
