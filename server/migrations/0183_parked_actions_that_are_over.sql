-- An action that is cancelled, settled or deleted is tried no more and nobody unparked it: it counted as parked for up to seven hours. One that
-- only waits for its next try (rule 'retry') stays parked, also while it is with its lead; there it ends with the lead.
create function unpark_action() returns trigger language plpgsql as $$
begin
  delete from parked_units where loop in ('outbound-dispatch', 'outbound-settle', 'outbound-leases', 'outbound-evidence-outcome')
    and organization_id = old.organization_id and key = old.id::text;
  return null;
end $$;

create trigger outbound_intents_unpark_ended after update of state on outbound_intents for each row
  when (old.state in ('intent', 'unknown', 'parked')
    and (new.state in ('confirmed', 'rejected') or new.state = 'cancelled' and new.rule is distinct from 'retry')) execute function unpark_action();
create trigger outbound_intents_unpark_deleted after delete on outbound_intents for each row
  when (old.state not in ('confirmed', 'rejected')) execute function unpark_action();

create function unpark_actions_of_lead() returns trigger language plpgsql as $$
begin
  delete from parked_units p using outbound_intents i where i.kind = 'campaign_step' and i.ref_id = new.id and i.state = 'cancelled'
    and p.loop = 'outbound-dispatch' and p.organization_id = new.organization_id and p.key = i.id::text;
  return null;
end $$;

create trigger campaign_leads_unpark_actions after update of status, archived_at on campaign_leads for each row
  when (old.waiting_rule = 'retry' and (new.archived_at is not null or new.status in ('COMPLETED', 'FAILED', 'REPLIED')))
  execute function unpark_actions_of_lead();
