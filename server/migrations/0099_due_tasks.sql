-- A task of a person falls due: a call that a lead waits for, or a reminder of a conversation. Once each, as a message of webhooks.
create function enqueue_due_call_webhooks() returns trigger
  language plpgsql as $$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'task.due',
      'event_key', 'call/' || new.id || '/' || new.next_node_id, 'prospect_id', new.prospect_id, 'campaign_id', new.campaign_id,
      'node_id', new.next_node_id, 'data', jsonb_build_object('kind', 'call', 'user', null))));
  end if;
  return null;
end $$;
create trigger campaign_leads_enqueue_webhooks after update of next_lane, next_node_id on campaign_leads for each row
  when (new.next_lane = 'person' and new.next_node_id is not null
    and (old.next_lane is distinct from new.next_lane or old.next_node_id is distinct from new.next_node_id))
  execute function enqueue_due_call_webhooks();

create function enqueue_due_reminder_webhooks() returns trigger
  language plpgsql as $$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'task.due',
      'event_key', 'reminder/' || new.prospect_id || '/' || extract(epoch from old.remind_at), 'prospect_id', new.prospect_id,
      'data', jsonb_build_object('kind', 'reminder', 'campaign', null, 'step', null, 'user', (
        select jsonb_build_object('id', u.id, 'name', left(u.name, 200))
        from users u where u.organization_id = new.organization_id and u.id = old.remind_user_id)))));
  end if;
  return null;
end $$;
create trigger chats_enqueue_reminder_webhooks after update of returned_at on chats for each row
  when (new.returned_at is not null and old.remind_at is not null and new.remind_at is null)
  execute function enqueue_due_reminder_webhooks();
