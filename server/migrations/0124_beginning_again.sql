-- A lead may begin again at its LinkedIn invite with another account. What it had from there on counts no more: `given_up` is the number of
-- the attempt it belongs to, and 0 for what counts. So an invite of the next attempt is another action, and a retry of one the same.
-- docs/decisions/0227.
alter table outbound_intents add column given_up smallint not null default 0 check (given_up >= 0);
alter table outbound_intents add constraint outbound_intents_once_key unique (kind, ref_id, ref_part, given_up);
alter table outbound_intents drop constraint outbound_intents_kind_ref_id_ref_part_key;

alter table campaign_step_runs add column given_up smallint not null default 0 check (given_up >= 0);
alter table campaign_step_runs add constraint campaign_step_runs_once_key unique (campaign_lead_id, node_id, given_up);
alter table campaign_step_runs drop constraint campaign_step_runs_campaign_lead_id_node_id_key;

alter table campaign_hand_overs add column is_restart boolean not null default false;

create or replace function stays_with_seat(lead bigint, person bigint, seat bigint, taker bigint) returns boolean language sql stable as $$
  select (exists (select from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = lead and i.action = 'invite'
        and i.dispatched_at is not null and i.account_id = seat and i.given_up = 0)
      or exists (select from linkedin_relations r where r.prospect_id = person and r.account_id = seat))
    and not exists (select from linkedin_relations r where r.prospect_id = person and r.account_id = taker)
$$;
