-- Links in notices about a factor or sign-in provider that was added: whoever did not add it undoes it by one.
create table factor_undos (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  undo_hash bytea not null unique,
  -- What was added from then on goes.
  added_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index factor_undos_user_id_idx on factor_undos (organization_id, user_id);
create index factor_undos_expires_at_idx on factor_undos (expires_at);
call protect_tenant_table('factor_undos');

-- A link that somebody else hands over says nothing about the mailbox: the address is proven by a code.
alter table invitations add column is_handed boolean not null default false;
update invitations i set is_handed = true from organizations o
  where o.organization_id = i.organization_id and o.agency_id is not null and i.invited_by is null;
alter table one_time_codes add column is_handed boolean not null default false;

-- The invitation that a registration answers; it joins that organization instead of founding one.
alter table registrations add column invitation_id bigint references invitations (id) on delete cascade;
create index registrations_invitation_id_idx on registrations (invitation_id) where invitation_id is not null;
