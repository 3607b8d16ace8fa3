-- What a stranger's count has counted is told apart by the digests of messages, as conversations do it: whoever is taken off a lead brings
-- those of what they had said there, and none of it is counted again when a provider tells it again.
create function pg_temp.digests(ids text[]) returns bytea[] language sql immutable as $$
  select coalesce(array_agg(sha256(convert_to('linkedin:' || id, 'UTF8')) order by place), '{}')
  from unnest(ids) with ordinality as given (id, place)
$$;
alter table messaging_people alter column counted drop default,
  alter column counted type bytea[] using pg_temp.digests(counted),
  alter column counted set default '{}';
alter table messaging_people rename column counted to digests;
alter table messaging_people rename constraint messaging_people_counted_check to messaging_people_digests_check;
