-- What a user is writing to a lead. It is saved while they type, and continues on their other devices.
create table user_drafts (
  user_id bigint not null,
  prospect_id bigint not null,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  message text not null,
  -- Sender, copies and subject: {account_id, cc, bcc, subject}.
  extras jsonb not null default '{}',
  -- Rises with every save. A save that names an older one is refused.
  version integer not null default 1,
  saved_at timestamptz not null default app_now(),
  primary key (user_id, prospect_id),
  constraint user_drafts_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint user_drafts_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade
);
create index user_drafts_prospect_id_idx on user_drafts (prospect_id);
create index user_drafts_organization_id_idx on user_drafts (organization_id);
call protect_tenant_table('user_drafts');
