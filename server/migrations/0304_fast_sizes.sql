-- A filter by size read a million leads in 22 seconds: the pattern for units was tried on each. Most sizes have no unit, only digits, commas
-- and signs, and their first number is cut out without a pattern.
alter function leading_number(text) rename to leading_number_with_unit;

-- Not strict: a strict function with conditions is not made a part of the statement, and would cost more than what it does.
create function leading_number(value text) returns double precision
  language sql immutable parallel safe
  return case when translate(value, '0123456789,+- ', '') = ''
    then nullif(replace(left(split_part(split_part(split_part(ltrim(value, ' ,+-'), '-', 1), '+', 1), ' ', 1), 19), ',', ''), '')::double precision
    else leading_number_with_unit(value) end;
