-- LinkedIn tells nobody that an invitation was declined: it only leaves the list of sent ones. Invites that were missed there, and
-- since when they count as gone (missed twice while the person is no connection). Words for a timeline; nothing is decided by it.
create table campaign_gone_invites (
  intent_id bigint primary key references outbound_intents (id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  missed_at timestamptz not null default app_now(),
  gone_at timestamptz
);
call protect_tenant_table('campaign_gone_invites');

-- The invites of a seat that LinkedIn took, the newest first.
create index outbound_intents_invites_idx on outbound_intents (account_id, settled_at) where action = 'invite' and state = 'confirmed';
