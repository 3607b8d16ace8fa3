-- Whether the mail of a step came back for good (a hard bounce), or for now. So far the leads it ended said so in words.
alter table campaign_step_runs add column is_hard_bounce boolean not null default false;
update campaign_step_runs r set is_hard_bounce = true from campaign_leads l
  where l.id = r.campaign_lead_id and r.bounced_at is not null and l.status = 'FAILED'
    and l.error = left(case when coalesce(r.bounce_reason, '') = '' then 'The message came back.'
      else 'The message came back: ' || r.bounce_reason end, 500);
