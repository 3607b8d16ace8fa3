-- How long a step is held for a lead that has no address for its channel, before it is passed over; null holds it until there is one.
-- docs/decisions/0233.
alter table campaign_nodes add column address_wait_in_days smallint default 14
  constraint campaign_nodes_address_wait_in_days_check check (address_wait_in_days between 1 and 60);

drop trigger campaign_nodes_note_edit on campaign_nodes;
create trigger campaign_nodes_note_edit before update of delay_in_hours, message, message_b, subject_line, subject_line_b,
    placeholder_message, placeholder_message_b, address_wait_in_days on campaign_nodes
  for each row when ((old.delay_in_hours, old.message, old.message_b, old.subject_line, old.subject_line_b,
      old.placeholder_message, old.placeholder_message_b, old.address_wait_in_days)
    is distinct from (new.delay_in_hours, new.message, new.message_b, new.subject_line, new.subject_line_b,
      new.placeholder_message, new.placeholder_message_b, new.address_wait_in_days))
  execute function note_edit();
