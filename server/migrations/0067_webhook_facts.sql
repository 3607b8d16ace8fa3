-- Facts that become messages of webhooks, in the transaction that writes them.

-- What campaigns did.
create function enqueue_campaign_webhooks() returns trigger
  language plpgsql as $$
begin
  if not has_webhooks((select array_agg(distinct organization_id) from new_rows)) then return null; end if;
  perform enqueue_webhooks((
    select coalesce(jsonb_agg(jsonb_build_object('organization_id', n.organization_id, 'type', m.type,
        'event_key', n.campaign_lead_id || '/' || n.node_id || '/' || extract(epoch from n.occurred_at),
        'occurred_at', n.occurred_at, 'prospect_id', n.prospect_id, 'campaign_id', n.campaign_id,
        'account_id', coalesce(n.account_id, 0), 'node_id', n.node_id,
        'data', case m.type when 'email.bounced' then jsonb_build_object('is_hard', coalesce(r.is_hard_bounce, false), 'reason', left(r.bounce_reason, 500))
          when 'email.failed' then jsonb_build_object('reason', left(r.error, 500))
          when 'step.failed' then jsonb_build_object('reason', left(r.error, 500))
          when 'email.sent' then jsonb_build_object('variant', n.variant) else '{}' end) order by n.occurred_at), '[]')
    from new_rows n
    join (values ('email_sent', null, 'email.sent'), ('bounced', null, 'email.bounced'), ('failed', 'EMAIL', 'email.failed'),
      ('failed', null, 'step.failed'), ('invite_sent', null, 'linkedin.invite_sent'), ('invite_accepted', null, 'linkedin.invite_accepted'),
      ('linkedin_message_sent', null, 'linkedin.message_sent'), ('inmail_sent', null, 'linkedin.inmail_sent'),
      ('call_done', null, 'task.completed')) as m (fact, action, type) on m.fact = n.type and (m.action is null or m.action = n.action)
    left join lateral (select error, bounce_reason, is_hard_bounce from campaign_step_runs s
      where s.campaign_lead_id = n.campaign_lead_id and s.node_id = n.node_id order by s.id desc limit 1) r
      on m.type in ('email.bounced', 'email.failed', 'step.failed')));
  return null;
end $$;
create trigger campaign_events_enqueue_webhooks after insert on campaign_events
  referencing new table as new_rows for each statement execute function enqueue_campaign_webhooks();

create function enqueue_campaign_status_webhooks() returns trigger
  language plpgsql as $$
declare
  event jsonb := jsonb_build_object('organization_id', new.organization_id, 'campaign_id', new.id);
begin
  if not has_webhooks(array[new.organization_id]) then return null; end if;
  perform enqueue_webhooks(jsonb_build_array(event || jsonb_build_object('type', 'campaign.status_changed',
    'data', jsonb_build_object('status', new.status, 'previous_status', old.status))));
  if new.status = 'COMPLETED' then
    perform enqueue_webhooks(jsonb_build_array(event || jsonb_build_object('type', 'campaign.completed')));
  end if;
  return null;
end $$;
create trigger campaigns_enqueue_webhooks after update of status on campaigns for each row
  when (new.status is distinct from old.status) execute function enqueue_campaign_status_webhooks();

-- A sender that stops working, and one that works again.
create function enqueue_account_webhooks() returns trigger
  language plpgsql as $$
declare
  is_down boolean := new.status in ('ERROR', 'STOPPED', 'CREDENTIALS', 'DELETED');
begin
  if is_down = (old.status in ('ERROR', 'STOPPED', 'CREDENTIALS', 'DELETED')) or not has_webhooks(array[new.organization_id])
    then return null; end if;
  perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'account_id', new.id,
    'type', case when is_down then 'account.disconnected' else 'account.reconnected' end,
    'data', case when is_down then jsonb_build_object('status', new.status, 'reason', left(new.status_reason, 500))
      else jsonb_build_object('status', new.status) end)));
  return null;
end $$;
create trigger accounts_enqueue_webhooks after update of status on accounts for each row
  when (new.status is distinct from old.status) execute function enqueue_account_webhooks();

-- A reply of a lead. Those of a history that is read later are no news.
create function enqueue_reply_webhooks() returns trigger
  language plpgsql as $$
begin
  if not exists (select from new_rows where sent_by_prospect and kind = 'REPLY')
    or not has_webhooks((select array_agg(distinct organization_id) from new_rows)) then return null; end if;
  perform enqueue_webhooks((
    select coalesce(jsonb_agg(jsonb_build_object('organization_id', n.organization_id, 'type', 'reply.received', 'event_key', n.id::text,
        'occurred_at', n.sent_at, 'prospect_id', n.prospect_id, 'account_id', coalesce(n.account_id, 0),
        'data', jsonb_build_object('message_id', n.id, 'channel', case when a.account_type in ('LINKEDIN', 'WHATSAPP', 'FACEBOOK', 'INSTAGRAM')
            then lower(a.account_type) else 'email' end, 'subject', left(n.subject_line, 300), 'text', left(n.message, 4000))) order by n.id), '[]')
    from new_rows n left join accounts a on a.organization_id = n.organization_id and a.id = n.account_id
    where n.sent_by_prospect and n.kind = 'REPLY' and n.sent_at > app_now() - interval '7 days'));
  return null;
end $$;
create trigger chat_messages_enqueue_webhooks after insert on chat_messages
  referencing new table as new_rows for each statement execute function enqueue_reply_webhooks();

-- What the team, the rules or a model found a lead to be.
create function enqueue_status_webhooks() returns trigger
  language plpgsql as $$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'prospect_id', new.prospect_id,
      'type', 'prospect.status_changed', 'data', jsonb_build_object('interest', lower(new.interest), 'reply_type', new.reply_class))));
  end if;
  return null;
end $$;
create trigger chats_enqueue_webhooks after update of interest, reply_class on chats for each row
  when (new.interest is distinct from old.interest or new.reply_class is distinct from old.reply_class) execute function enqueue_status_webhooks();

create function enqueue_import_webhooks() returns trigger
  language plpgsql as $$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'import.finished',
      'data', jsonb_build_object('import', jsonb_build_object('id', new.id, 'name', left(new.file_name, 300)), 'list', jsonb_build_object('id', new.search_id),
        'status', new.status, 'added', new.added_prospects, 'duplicates', new.duplicate_rows, 'skipped', new.skipped_rows,
        'unreadable', new.bad_rows))));
  end if;
  return null;
end $$;
create trigger imports_enqueue_webhooks after update of status on imports for each row
  when (new.status is distinct from old.status and new.status in ('finished', 'failed', 'cancelled')) execute function enqueue_import_webhooks();

create function enqueue_research_webhooks() returns trigger
  language plpgsql as $$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'enrichment.completed',
      'campaign_id', new.campaign_id, 'event_key', new.id::text, 'data', jsonb_build_object('run', jsonb_build_object('id', new.id),
        'task', jsonb_build_object('id', new.prompt_id), 'list', case when new.search_id is not null then jsonb_build_object('id', new.search_id) end,
        'found', new.found, 'not_found', new.not_found, 'failed', new.failed, 'cancelled', new.cancelled))));
  end if;
  return null;
end $$;
create trigger enrichment_runs_enqueue_webhooks after update of found, not_found, failed, cancelled on enrichment_runs for each row
  when (new.found + new.not_found + new.failed + new.cancelled = new.cells and old.found + old.not_found + old.failed + old.cancelled < old.cells)
  execute function enqueue_research_webhooks();

-- A tenth of the monthly credits is left, or 20 where a plan has few.
create function low_credits(monthly integer) returns integer
  language sql immutable parallel safe
  return greatest(20, monthly / 10);

create function enqueue_credit_webhooks() returns trigger
  language plpgsql as $$
begin
  if has_webhooks(array[new.organization_id]) then
    perform enqueue_webhooks(jsonb_build_array(jsonb_build_object('organization_id', new.organization_id, 'type', 'credits.low',
      'data', jsonb_build_object('credits', new.email_credits, 'threshold', low_credits(new.monthly_credits)))));
  end if;
  return null;
end $$;
create trigger organizations_enqueue_webhooks after update of email_credits on organizations for each row
  when (old.email_credits > low_credits(old.monthly_credits) and new.email_credits <= low_credits(new.monthly_credits))
  execute function enqueue_credit_webhooks();
