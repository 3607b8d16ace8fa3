-- Signing in by another provider's word.

-- Who somebody is at a provider. Issuer and subject name the person there; the address may change hands and is only shown.
create table user_identities (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  email citext not null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz not null default app_now(),
  unique (issuer, subject),
  constraint user_identities_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index user_identities_user_id_idx on user_identities (user_id);
call protect_tenant_table('user_identities');

-- Who comes by a provider's word may have been invited.
create index invitations_email_idx on invitations (email);

alter table sessions drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('password', 'code', 'link', 'passkey', 'google'));
alter table sign_in_tickets drop constraint sign_in_tickets_method_check,
  add constraint sign_in_tickets_method_check check (method in ('password', 'code', 'link', 'google'));
