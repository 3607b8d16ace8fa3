-- What a sender says of itself in messages: {{ sender.phone }}, {{ sender.title }}, {{ sender.calendar_url }}.
alter table accounts
  add column phone text check (length(phone) <= 60),
  add column job_title text check (length(job_title) <= 200),
  add column calendar_url text check (length(calendar_url) <= 2048);
