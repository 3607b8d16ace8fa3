-- A lead that begins again at its invite stays with who it was given to until a person says otherwise: another account of the campaign may
-- have invited it before, and would a second time. docs/decisions/0237.
update campaign_leads l set linkedin_touched_at = h.handed_at
  from (select campaign_lead_id, max(handed_at) as handed_at from campaign_hand_overs where is_restart group by 1) h
  where l.id = h.campaign_lead_id and l.linkedin_touched_at is null and l.linkedin_account_id is not null;

create or replace function stays_with_seat(lead bigint, person bigint, seat bigint, taker bigint) returns boolean language sql stable as $$
  select (exists (select from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = lead and i.action = 'invite'
        and i.dispatched_at is not null and (i.account_id = seat or i.given_up > 0))
      or exists (select from linkedin_relations r where r.prospect_id = person and r.account_id = seat))
    and (not exists (select from linkedin_relations r where r.prospect_id = person and r.account_id = taker)
      or exists (select from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = lead and i.account_id = taker
        and i.dispatched_at is not null and i.given_up > 0))
$$;
