-- Archives that are moved in. One at a time for an organization; a stopped one is continued or undone before the next.
create table archive_imports (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  state text not null default 'checking'
    check (state in ('checking', 'refused', 'checked', 'discarded', 'working', 'stopped', 'failed', 'done', 'undoing', 'undone')),
  file_name text not null check (length(file_name) <= 200),
  file_key text,
  size_in_bytes bigint not null,
  created_by bigint,
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  -- When its file, or the record of what it made, is deleted.
  expires_at timestamptz not null,
  -- Names the try that may write: the newest one.
  attempts integer not null default 0,
  -- Tries since something was saved.
  tries integer not null default 0,
  -- The next row to read.
  phase integer not null default 0,
  phase_rows bigint not null default 0,
  rows_done bigint not null default 0,
  rows_total bigint,
  report jsonb,
  counts jsonb not null default '{}' check (octet_length(counts::text) <= 1000000),
  -- Settings of the organization that were empty and are filled, with their values.
  filled jsonb not null default '{}',
  -- The key that the passphrase gives, sealed, until the import ends. The passphrase itself is never stored.
  sealed_key bytea,
  error text,
  unique (organization_id, id),
  constraint archive_imports_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create unique index archive_imports_one_at_a_time on archive_imports (organization_id)
  where state in ('checking', 'checked', 'working', 'stopped', 'failed', 'undoing');
create index archive_imports_created_by_idx on archive_imports (created_by);
create index archive_imports_expires_at_idx on archive_imports (expires_at) where state in ('checked', 'stopped', 'failed', 'done');
call protect_tenant_table('archive_imports');

-- Which row of an archive became which row here: references are resolved by it, and an undo removes what was made.
create table archive_import_ids (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  import_id bigint not null,
  table_name text not null,
  old_id text not null,
  new_id bigint,
  -- Of a row without an id of its own, and of a stored file.
  new_key jsonb,
  -- made: by the import. found: it was here before. reserved: named by other rows, and not read yet.
  state text not null check (state in ('made', 'found', 'reserved')),
  primary key (import_id, table_name, old_id),
  constraint archive_import_ids_import_id_fkey foreign key (organization_id, import_id)
    references archive_imports (organization_id, id) on delete cascade
);
create index archive_import_ids_made_idx on archive_import_ids (import_id, table_name, new_id) where state = 'made';
call protect_tenant_table('archive_import_ids');

-- True in transactions that write what happened elsewhere: it is history, and nothing follows from it.
create function is_importing() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.is_importing', true), '') = 'on';

create or replace function has_webhooks(organizations bigint[]) returns boolean language sql stable
  return not is_importing() and (
    exists (select from webhook_endpoints w where w.organization_id = any(organizations) and w.state = 'active')
    or exists (select from automations a where a.organization_id = any(organizations) and a.is_active));

-- As before. An archive holds the events of its step runs.
create or replace function tell_step_runs() returns trigger
  language plpgsql as $$
begin
  if is_importing() or not exists (select from new_rows) then return null; end if;
  if tg_op = 'UPDATE' then
    delete from campaign_events e using old_rows r
      where e.campaign_lead_id = r.campaign_lead_id and e.node_id = r.node_id and e.occurred_at = r.finished_at
        and e.action is not null;
  end if;
  perform open_event_months(moment, moment)
    from (select min(finished_at) as moment from new_rows group by date_trunc('month', finished_at at time zone 'UTC')) m;
  insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id, type,
      action, variant, occurred_at)
    select r.organization_id, r.campaign_id, r.campaign_lead_id, r.prospect_id, r.node_id,
      coalesce(i.account_id, case when n.type in ('EMAIL', 'HAS_EMAIL') then c.email_account_id
        else coalesce(c.linkedin_account_id, c.email_account_id) end, 0),
      case when r.outcome = 'done' and r.error is not null then 'skipped' else name_step_event(n.type, r.outcome, r.branch) end,
      n.type, r.variant, r.finished_at
    from new_rows r join campaign_nodes n on n.id = r.node_id join campaigns c on c.id = r.campaign_id
    left join outbound_intents i on i.id = r.intent_id
    on conflict do nothing;
  return null;
end $$;

-- Ids for rows that are about to be inserted: what refers to them is written before they are.
create function allocate_ids(of_table text, amount integer) returns bigint[]
  language sql volatile security definer set search_path to 'public', 'pg_temp'
  return (select array_agg(nextval(pg_get_serial_sequence(of_table, 'id'))) from generate_series(1, least(amount, 100000)));
revoke execute on function allocate_ids(text, integer) from public;
grant execute on function allocate_ids(text, integer) to overture_app;
