-- The first number of a size. The unit of a range belongs to both numbers ('$10 - 50M') unless that would turn the range around ('501 - 1K').
create or replace function leading_number(value text) returns double precision
  language plpgsql immutable parallel safe strict as $$
declare
  found text[] := regexp_match(value,
    '(\d[\d,]{0,18}(?:\.\d{1,9})?)\s*([kmbKMB](?![a-zA-Z]))?(?:[^\d]+(\d[\d,]{0,18}(?:\.\d{1,9})?)[\d.,]*\s*([kmbKMB])(?![a-zA-Z]))?');
  number double precision;
  unit double precision;
begin
  if found is null then return null; end if;
  number := replace(found[1], ',', '')::double precision;
  unit := case lower(coalesce(found[2], found[4])) when 'k' then 1e3 when 'm' then 1e6 when 'b' then 1e9 else 1 end;
  if found[2] is null and found[4] is not null and number > replace(found[3], ',', '')::double precision then return number; end if;
  return number * unit;
end $$;
