-- Whoever made a campaign is mailed of its leads that wait for data, at most once a day. docs/decisions/0232.

-- Since when a lead waits for data, and at which step: a try in between, or a closed window, does not begin it anew.
alter table campaign_leads add column missing_since timestamptz, add column missing_node_id bigint;
update campaign_leads set missing_since = app_now(), missing_node_id = next_node_id where waiting_rule = 'missing_data';

create table data_digests (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint primary key,
  -- The last day, by the clock of the organization, that was looked at for the person.
  day date not null,
  -- By whom it is in hand, until it is closed or the worker is taken for dead.
  claimed_at timestamptz not null default app_now(),
  -- From here on nothing more leaves on that day: the mail server may own the mail, or there was nothing to say.
  closed_at timestamptz,
  -- What the person was mailed of last: everybody who waited then.
  told_until timestamptz,
  constraint data_digests_user_id_fkey foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index data_digests_organization_id_idx on data_digests (organization_id, user_id);
call protect_tenant_table('data_digests');
revoke insert, update, delete on data_digests from overture_app;
