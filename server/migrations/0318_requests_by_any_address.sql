-- The address that the code of a privacy request was mailed to: any address of the lead proves who asks, and the answer goes there.
alter table privacy_requests add column asked_from text check (length(asked_from) <= 320);

create or replace function forget_privacy_request() returns trigger
  language plpgsql as $$
begin
  new.note = '';
  new.closing_note = '';
  new.code_hash = null;
  new.asked_from = null;
  return new;
end $$;
