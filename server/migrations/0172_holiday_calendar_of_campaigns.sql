-- The calendar of public holidays that a campaign keeps: a country ('DE') or a region of it ('DE-BY'). Null for what its time zone says.
alter table campaigns add column holiday_calendar text check (holiday_calendar ~ '^[A-Z]{2}(-[A-Za-z0-9]{1,20})?$');
