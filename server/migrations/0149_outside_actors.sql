-- Who of outside an organization may have acted in it: the operator's support, and people of its own agency, whose name it knows.
-- Read past row-level security, and therefore for nothing but the transaction's own organization.
create function outside_actors(of_people bigint[]) returns table (id bigint, is_support boolean, agency_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.role = 'ADMIN', case when u.role <> 'ADMIN' then a.name end
  from organizations o join users u on u.id = any(of_people) and u.organization_id <> o.organization_id
    left join organizations a on a.organization_id = u.organization_id
  where o.organization_id = current_organization_id() and (u.role = 'ADMIN' or u.organization_id = o.agency_id)
$$;
revoke all on function outside_actors from public;
grant create on schema public to overture_system;
alter function outside_actors owner to overture_system;
revoke create on schema public from overture_system;
grant execute on function outside_actors to overture_app;
