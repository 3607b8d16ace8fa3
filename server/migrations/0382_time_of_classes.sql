-- Reply types are counted for days: with the time of its message, an index alone says what was said when, and by whom. The messages
-- themselves are wide and lie far apart.
alter table message_classes add column sent_at timestamptz;
update message_classes c set sent_at = m.sent_at from chat_messages m where m.id = c.message_id;
alter table message_classes alter column sent_at set not null;
create index message_classes_sent_at_idx on message_classes (organization_id, sent_at, message_id) include (prospect_id, class, confidence);

-- Every path that classifies a message, of the release before too.
create function take_message_time() returns trigger
  language plpgsql as $$
begin
  select m.sent_at into new.sent_at from chat_messages m where m.id = new.message_id;
  return new;
end $$;
create trigger message_classes_take_time before insert on message_classes for each row execute function take_message_time();

create function pass_message_time() returns trigger
  language plpgsql as $$
begin
  update message_classes c set sent_at = new.sent_at where c.message_id = new.id and c.organization_id = new.organization_id;
  return null;
end $$;
create trigger chat_messages_pass_time after update of sent_at on chat_messages for each row
  when (new.sent_by_prospect and new.sent_at is distinct from old.sent_at) execute function pass_message_time();
