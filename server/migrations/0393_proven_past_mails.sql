-- Anyone can write a mail in the name of a lead: one that somebody received rests the lead in the touch lock only if its domain was proven.
alter table past_mails add column is_proven boolean not null default false;

-- Mails of an organization are recorded for the touch lock in batches of leads, after its campaigns.
create index past_mails_leads_idx on past_mails (organization_id, prospect_id);
alter table touch_lock_rules add column recorded_mails_to bigint not null default 0;
