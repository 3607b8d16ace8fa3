-- Whether a digest is one of an erased person of the organization. While the statistics of the list are old (many people erased a moment
-- ago, a new organization), the planner takes any index on the organization for as good as the one on the digest, and reads every digest
-- for every lead. Asked for the next digest in order, and with sorting off, only the index on the digest gives an answer.
create function is_erased_digest(organization bigint, digest text) returns boolean
  language plpgsql stable strict set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return coalesce((select x.erased_key = digest from suppressions x
    where x.organization_id = organization and x.erased_key >= digest order by x.erased_key limit 1), false);
end $$;

-- The two guards of 0195 ask through it.
create or replace function refuse_erased_people() returns trigger
  language plpgsql as $$
begin
  if exists (select from erasure_keys limit 1) and exists (
    select from new_rows n join erasure_keys k on k.organization_id = n.organization_id
      cross join lateral (values (erased_key(k.secret, 'address', lower(n.email collate "C"))),
        (erased_key(k.secret, 'phone', n.phone_key)), (erased_key(k.secret, 'linkedin', n.linkedin_key)) offset 0) as d (digest)
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
      cross join lateral (values
        (case when new.email is distinct from old.email then erased_key(k.secret, 'address', lower(new.email collate "C")) end),
        (case when new.phone_key is distinct from old.phone_key then erased_key(k.secret, 'phone', new.phone_key) end),
        (case when new.linkedin_key is distinct from old.linkedin_key then erased_key(k.secret, 'linkedin', new.linkedin_key) end)
        offset 0) as d (digest)
    where k.organization_id = new.organization_id and is_erased_digest(new.organization_id, d.digest))
  then
    raise exception 'a lead was given the address of a person who was erased on request' using errcode = 'ER410';
  end if;
  return null;
end $$;

-- An erased person's address is taken out of messages that others wrote. Row-level security lets no index compare addresses without case, so
-- the addresses of the organization are read from this index alone, not from the messages of all.
create index chat_messages_from_email_idx on chat_messages (organization_id, id) include (from_email) where from_email is not null;
