-- Whether a custom value that is not yes or no contains a folded text, by a pattern of LIKE. A function: as a subquery it kept the search over
-- all fields from being read by several processes.
create function custom_contains(custom jsonb, pattern text) returns boolean
  language sql immutable parallel safe
  return exists (select from jsonb_each(custom) c where jsonb_typeof(c.value) <> 'boolean' and fold_case(c.value #>> '{}') like pattern);
