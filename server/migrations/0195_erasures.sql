-- Erasing people: requests with their progress, copies in CRMs, and how often an erased person was kept out since.

create table erasure_jobs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  origin text not null check (origin in ('lead', 'list', 'request', 'suppression', 'retention', 'restore')),
  created_by bigint,
  created_at timestamptz not null default app_now(),
  with_crm boolean not null default false,
  total integer not null,
  erased integer not null default 0,
  -- Messages that a provider had been handed when the erasure began. They cannot be taken back.
  handed_over integer not null default 0,
  finished_at timestamptz,
  unique (organization_id, id),
  constraint erasure_jobs_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by)
);
create index erasure_jobs_newest_idx on erasure_jobs (organization_id, id desc);
create index erasure_jobs_person_idx on erasure_jobs (organization_id, created_by) where created_by is not null;
call protect_tenant_table('erasure_jobs');

-- One row a person. It outlives the lead, so there is no foreign key, and the number is cleared with the lead.
create table erasures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  job_id bigint not null,
  prospect_id bigint,
  -- Names the batch in the journal outside the database.
  journal_id uuid not null default gen_random_uuid(),
  -- Digests (erased_key) for the journal; emptied once they are written there.
  digests text[] not null default '{}',
  -- Files that only the deleted rows named; emptied once they are deleted.
  file_keys text[] not null default '{}',
  erased_at timestamptz,
  journaled_at timestamptz,
  check (prospect_id is null or erased_at is null),
  constraint erasures_job_id_fkey foreign key (organization_id, job_id)
    references erasure_jobs (organization_id, id) on delete cascade
);
create unique index erasures_waiting_idx on erasures (organization_id, prospect_id) where prospect_id is not null;
create index erasures_job_idx on erasures (job_id);
create index erasures_unwritten_idx on erasures (id) where journaled_at is null and erased_at is not null;
create index erasures_journal_idx on erasures (journal_id);
call protect_tenant_table('erasures');

-- How often an erased person came again and was kept out, by the way they came.
create table erasure_skips (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  way text not null check (way in ('import', 'linkedin', 'finder', 'move_in', 'archive', 'crm', 'reply')),
  skipped bigint not null,
  last_at timestamptz not null default app_now(),
  primary key (organization_id, way)
);
call protect_tenant_table('erasure_skips');

-- The last guard: no statement adds an erased person or gives a lead the address of one, whichever way it came. Ways in leave them out
-- before, and count them; this catches the way that forgot. Security invoker: it sees what the statement sees.
create function refuse_erased_people() returns trigger
  language plpgsql as $$
begin
  if exists (select from erasure_keys limit 1) and exists (
    select from erasure_keys k join new_rows n on n.organization_id = k.organization_id
      cross join lateral (values (erased_key(k.secret, 'address', lower(n.email collate "C"))),
        (erased_key(k.secret, 'phone', n.phone_key)), (erased_key(k.secret, 'linkedin', n.linkedin_key)) offset 0) as d (digest)
      join suppressions x on x.organization_id = k.organization_id and x.erased_key = d.digest collate "C")
  then
    raise exception 'a person who was erased on request was added again' using errcode = 'ER410';
  end if;
  return null;
end $$;
create trigger prospects_refuse_erased after insert on prospects
  referencing new table as new_rows for each statement execute function refuse_erased_people();

create function refuse_erased_address() returns trigger
  language plpgsql as $$
begin
  if exists (
    select from erasure_keys k
      cross join lateral (values
        (case when new.email is distinct from old.email then erased_key(k.secret, 'address', lower(new.email collate "C")) end),
        (case when new.phone_key is distinct from old.phone_key then erased_key(k.secret, 'phone', new.phone_key) end),
        (case when new.linkedin_key is distinct from old.linkedin_key then erased_key(k.secret, 'linkedin', new.linkedin_key) end)
        offset 0) as d (digest)
      join suppressions x on x.organization_id = k.organization_id and x.erased_key = d.digest collate "C"
    where k.organization_id = new.organization_id)
  then
    raise exception 'a lead was given the address of a person who was erased on request' using errcode = 'ER410';
  end if;
  return null;
end $$;
create trigger prospects_refuse_erased_address after update of email, phone_number, linkedin_key on prospects
  for each row when (new.email is distinct from old.email or new.phone_key is distinct from old.phone_key
    or new.linkedin_key is distinct from old.linkedin_key)
  execute function refuse_erased_address();

-- Deletes the events of a lead that is deleted, which takes back its sums. An erased person leaves the sums: events hold numbers only,
-- and the lead they count is gone.
create or replace function forget_lead_events() returns trigger
  language plpgsql as $$
begin
  if coalesce(current_setting('overture.keeps_sums', true), '') = 'on' then return null; end if;
  if exists (select from old_rows where started_at is not null or contacted_at is not null or replied_at is not null) then
    delete from campaign_events e using old_rows o where e.campaign_lead_id = o.id;
  end if;
  return null;
end $$;
