-- Further addresses of a lead, in lower case, each with where it came from. Mail goes to `email` alone; replies and suppressions count for all.
alter table prospects
  add column other_emails text[] not null default '{}',
  add column other_email_sources text[] not null default '{}',
  add constraint prospects_other_emails_check
    check (cardinality(other_emails) <= 10 and cardinality(other_emails) = cardinality(other_email_sources));
-- Few leads have further addresses: a look-up names the condition.
create index prospects_other_emails_idx on prospects using gin (other_emails) where other_emails <> '{}';
-- An import asks first whether the organization has any.
create index prospects_with_other_emails_idx on prospects (organization_id) where other_emails <> '{}';

-- Row-level security keeps the application role from using the index, because its operator may leak values. This function may use it, and
-- returns leads of the current organization only; the engine, which has none, names one. The collation is that of the index: that of the
-- caller's addresses may be another one, and the whole table would be read. One plan serves all calls: planning takes longer than the look-up.
create function leads_by_other_email(organization bigint, emails text[]) returns table (id bigint)
  language sql stable rows 1 security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
  select p.id from prospects p where p.other_emails <> '{}' and p.other_emails && (emails collate "default")
    and p.organization_id = organization and p.organization_id = coalesce(current_organization_id(), organization)
$$;
revoke all on function leads_by_other_email(bigint, text[]) from public;
grant execute on function leads_by_other_email(bigint, text[]) to overture_app, overture_system;

create or replace function refuse_erased_people() returns trigger
  language plpgsql as $$
begin
  if exists (select from erasure_keys limit 1) and exists (
    select from new_rows n join erasure_keys k on k.organization_id = n.organization_id
      cross join lateral (select * from (values (erased_key(k.secret, 'address', lower(n.email collate "C"))),
        (erased_key(k.secret, 'phone', n.phone_key)), (erased_key(k.secret, 'linkedin', n.linkedin_key)) offset 0) as v (digest)
        union all select erased_key(k.secret, 'address', lower(o.email collate "C")) from unnest(n.other_emails) as o (email)) as d (digest)
      where is_erased_digest(n.organization_id, d.digest))
  then
    raise exception 'a person who was erased on request was added again' using errcode = 'ER410';
  end if;
  return null;
end $$;
create or replace function refuse_erased_address() returns trigger
  language plpgsql as $$
begin
  if exists (
    select from erasure_keys k
      cross join lateral (select * from (values
        (case when new.email is distinct from old.email then erased_key(k.secret, 'address', lower(new.email collate "C")) end),
        (case when new.phone_key is distinct from old.phone_key then erased_key(k.secret, 'phone', new.phone_key) end),
        (case when new.linkedin_key is distinct from old.linkedin_key then erased_key(k.secret, 'linkedin', new.linkedin_key) end)
        offset 0) as v (digest)
        union all select erased_key(k.secret, 'address', lower(o.email collate "C")) from unnest(new.other_emails) as o (email)
          where o.email <> all (old.other_emails)) as d (digest)
    where k.organization_id = new.organization_id and is_erased_digest(new.organization_id, d.digest))
  then
    raise exception 'a lead was given the address of a person who was erased on request' using errcode = 'ER410';
  end if;
  return null;
end $$;
drop trigger prospects_refuse_erased_address on prospects;
create trigger prospects_refuse_erased_address after update of email, phone_number, linkedin_key, other_emails on prospects
  for each row when (new.email is distinct from old.email or new.phone_key is distinct from old.phone_key
    or new.linkedin_key is distinct from old.linkedin_key or new.other_emails is distinct from old.other_emails)
  execute function refuse_erased_address();

-- What a person said at one address holds for the further addresses of the same lead, which may be addresses of other leads too. An entry of an
-- import ends with its import, and a bounce says something of one address: both stay with their address. Many leads may share an address of
-- their company: the check before sending holds all of them, and a thousand are enough to write.
create function suppress_other_emails() returns trigger
  language plpgsql as $$
begin
  -- A statement that adds nothing fires as well: the statement below would never end.
  if not exists (select from new_rows where email is not null and reason in ('unsubscribe', 'complaint', 'manual')) then
    return null;
  end if;
  insert into suppressions (organization_id, email, reason, detail, created_by, prospect_id)
  select distinct on (p.organization_id, a.email) p.organization_id, a.email::citext, n.reason, n.detail, n.created_by, n.prospect_id
  from (select * from new_rows where email is not null and reason in ('unsubscribe', 'complaint', 'manual')) n
  cross join lateral (
    select o.organization_id, o.email, o.other_emails from prospects o
      where o.organization_id = n.organization_id and o.email = lower(n.email::text) and o.other_emails <> '{}'
    union all select o.organization_id, o.email, o.other_emails
      from (select * from leads_by_other_email(n.organization_id, array[lower(n.email::text)]) limit 1000) f join prospects o on o.id = f.id) p
  cross join lateral (select p.email union select unnest(p.other_emails)) a (email)
  where a.email is not null and lower(a.email) <> lower(n.email::text)
  order by p.organization_id, a.email
  on conflict (organization_id, email) do nothing;
  return null;
end $$;
create trigger suppressions_suppress_other_emails after insert on suppressions
  referencing new table as new_rows for each statement execute function suppress_other_emails();
create trigger suppressions_suppress_other_emails_of_changed after update on suppressions
  referencing new table as new_rows for each statement execute function suppress_other_emails();
