-- Sign-ins to LinkedIn with a password that the provider has taken up and that are no sender yet. Whoever closes the dialog before
-- LinkedIn has let them in is a sender as soon as it does; what comes to nothing is signed out at the provider.
create table linkedin_sign_ins (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- The seat it becomes.
  provider_account_id text not null,
  user_id bigint not null references users (id) on delete cascade,
  -- Of the person when they signed in: decides with the plan whether there is a place.
  role text not null,
  -- LinkedIn waits no longer.
  expires_at timestamptz not null,
  -- Whoever has the dialog open looks sooner.
  next_look_at timestamptz not null default app_now() + interval '10 seconds',
  primary key (organization_id, provider_account_id)
);
create index linkedin_sign_ins_user_id_idx on linkedin_sign_ins (user_id);
create index linkedin_sign_ins_next_look_at_idx on linkedin_sign_ins (next_look_at);
call protect_tenant_table('linkedin_sign_ins');
