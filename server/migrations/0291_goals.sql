-- Goals: how much of something a week or a month should bring.
create table goals (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Whose figures count: all of them, those of the senders that people connected, or those of a campaign.
  kind text not null check (kind in ('organization', 'people', 'campaign')),
  -- Of a team as it was named, and of a campaign when the goal was set. It names the goal after a campaign was deleted.
  name text not null default '' check (char_length(name) <= 200),
  campaign_id bigint,
  -- One person, or a team. Those who left are skipped.
  user_ids bigint[] not null default '{}' check (cardinality(user_ids) <= 100),
  metric text not null check (metric in ('emails_sent', 'linkedin_messages_sent', 'invites_sent', 'contacted', 'replies', 'interested',
    'meetings')),
  period text not null check (period in ('week', 'month')),
  target integer not null check (target between 1 and 1000000),
  created_by bigint,
  created_at timestamptz not null default app_now(),
  edit_version integer not null default 1,
  edited_at timestamptz,
  edited_by bigint,
  unique (organization_id, id),
  constraint goals_campaign_id_fkey foreign key (organization_id, campaign_id)
    references campaigns (organization_id, id) on delete set null (campaign_id),
  constraint goals_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint goals_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by)
);
create index goals_organization_id_idx on goals (organization_id, id);
create index goals_campaign_id_idx on goals (organization_id, campaign_id);
create index goals_created_by_idx on goals (created_by);
create index goals_edited_by_idx on goals (edited_by);
create trigger goals_note_edit before update of name, kind, campaign_id, user_ids, metric, period, target on goals
  for each row when ((old.name, old.kind, old.campaign_id, old.user_ids, old.metric, old.period, old.target)
    is distinct from (new.name, new.kind, new.campaign_id, new.user_ids, new.metric, new.period, new.target))
  execute function note_edit();
call protect_tenant_table('goals');

-- Meetings of a span: goals and the Monday email count them.
create index meetings_created_at_idx on meetings (organization_id, created_at);
