-- Who is asked to join an organization and has not answered: one row an address, gone when they join or the invitation is withdrawn.
create table invitations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  email citext not null,
  role text not null check (role in ('ADMIN', 'USER', 'RESTRICTED')),
  -- Of the link that was mailed last; earlier ones open nothing any more.
  token_hash bytea not null unique,
  invited_by bigint,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  unique (organization_id, email),
  foreign key (organization_id, invited_by) references users (organization_id, id) on delete set null (invited_by)
);
call protect_tenant_table('invitations');

-- Who connected a sender last: it stops when they leave the team.
alter table accounts add column connected_by bigint;
alter table accounts add foreign key (organization_id, connected_by) references users (organization_id, id) on delete set null (connected_by);
create index accounts_connected_by_idx on accounts (connected_by) where connected_by is not null;
