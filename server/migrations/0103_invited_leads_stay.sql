-- Somebody whom one LinkedIn account has invited knows that account: another one goes on with them only when it is connected with them
-- too. Whoever writes the one LinkedIn sender of a campaign gives the new one all other leads; the old one finishes those it invited.
-- docs/decisions/0218.
create function stays_with_seat(lead bigint, person bigint, seat bigint, taker bigint) returns boolean language sql stable as $$
  select (exists (select from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = lead and i.action = 'invite'
        and i.dispatched_at is not null and i.account_id = seat)
      or exists (select from linkedin_relations r where r.prospect_id = person and r.account_id = seat))
    and not exists (select from linkedin_relations r where r.prospect_id = person and r.account_id = taker)
$$;

create or replace function keep_first_sender() returns trigger language plpgsql as $$
declare
  gone integer;
begin
  if tg_op = 'UPDATE' and old.email_account_id is distinct from new.email_account_id and old.email_account_id is not null then
    delete from campaign_senders where campaign_id = new.id and channel = 'email' and account_id = old.email_account_id and position = 0;
    get diagnostics gone = row_count;
    if gone > 0 then
      update campaign_leads set email_account_id = new.email_account_id
        where campaign_id = new.id and email_account_id = old.email_account_id;
    end if;
  end if;
  if tg_op = 'UPDATE' and old.linkedin_account_id is distinct from new.linkedin_account_id and old.linkedin_account_id is not null then
    delete from campaign_senders where campaign_id = new.id and channel = 'linkedin' and account_id = old.linkedin_account_id
      and position = 0;
    get diagnostics gone = row_count;
    if gone > 0 then
      update campaign_leads l set linkedin_account_id = new.linkedin_account_id
        where l.campaign_id = new.id and l.linkedin_account_id = old.linkedin_account_id and (new.linkedin_account_id is null
          or l.status not in ('NOT_STARTED', 'SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED')
          or not stays_with_seat(l.id, l.prospect_id, old.linkedin_account_id, new.linkedin_account_id));
      insert into campaign_senders (organization_id, campaign_id, channel, account_id, position, is_leaving)
        select new.organization_id, new.id, 'linkedin', old.linkedin_account_id, 1000, true
        where exists (select from campaign_leads l where l.campaign_id = new.id and l.linkedin_account_id = old.linkedin_account_id);
    end if;
  end if;
  if new.email_account_id is not null then
    insert into campaign_senders as s (organization_id, campaign_id, channel, account_id)
      values (new.organization_id, new.id, 'email', new.email_account_id)
      on conflict (campaign_id, channel, account_id) do update set position = 0, is_leaving = false
        where s.position <> 0 or s.is_leaving;
  end if;
  if new.linkedin_account_id is not null then
    insert into campaign_senders as s (organization_id, campaign_id, channel, account_id)
      values (new.organization_id, new.id, 'linkedin', new.linkedin_account_id)
      on conflict (campaign_id, channel, account_id) do update set position = 0, is_leaving = false
        where s.position <> 0 or s.is_leaving;
  end if;
  return null;
end $$;
