-- Whether a lead has written and was not heard yet is asked for each lead of a batch, by the provider's id and by phone number or profile
-- of who wrote. An organization with a backlog of a hundred thousand messages had all of them read at every dispatch.
-- Parts of an address longer than 200 characters are no name of a person; an index entry has a bound.
create function sender_contact(message jsonb) returns text
  language sql immutable parallel safe
  return left(coalesce(message->'withheld'->>'phone', message->>'sender_key',
    'in/' || lower(substring(left(coalesce(message->>'sender_profile_url', message->>'profile_url'), 1000) from '/in/([^/?#]+)'))), 200);

create index linkedin_events_unheard_id_idx on linkedin_events (organization_id, left(payload->'message'->>'sender_provider_id', 200) collate "C")
  where processed_at is null and type = 'message_received' and payload->'message'->>'is_own' = 'false';
create index linkedin_events_unheard_contact_idx on linkedin_events (organization_id, sender_contact(payload->'message') collate "C")
  where processed_at is null and type = 'message_received' and payload->'message'->>'is_own' = 'false';
create index outbox_events_unheard_id_idx on outbox_events (organization_id, left(payload->'message'->>'provider_id', 200) collate "C")
  where type = 'linkedin_message_seen' and payload->'message'->>'is_own' = 'false';
create index outbox_events_unheard_contact_idx on outbox_events (organization_id, sender_contact(payload->'message') collate "C")
  where type = 'linkedin_message_seen' and payload->'message'->>'is_own' = 'false';
drop index outbox_events_messages_idx;
