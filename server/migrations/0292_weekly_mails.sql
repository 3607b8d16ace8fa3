-- People who chose the Monday email with the figures of the week.
create table weekly_mails (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint primary key,
  -- The last part of the address that stops it.
  stop_key text not null unique,
  since timestamptz not null default app_now(),
  -- Monday of the week in which it was last written, by the organization's calendar. It is written once a week.
  mailed_week date,
  constraint weekly_mails_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index weekly_mails_organization_id_idx on weekly_mails (organization_id, user_id);
call protect_tenant_table('weekly_mails');

-- A notice that is worth nothing later, and one that its reader can stop.
alter table notice_mails
  add column not_after timestamptz,
  add column stop_path text check (length(stop_path) <= 200);
