-- Who owns what is written to a CRM, and what a card's column says there (slices/integrations). Off until chosen.
alter table integrations
  -- Nobody; the user of the CRM with the address of the sender who writes to the lead; or one user, by the CRM's id.
  add column owner_kind text not null default 'none' check (owner_kind in ('none', 'sender', 'user')),
  add column owner_id text;

alter table kanban_rules
  -- With a push: the stage of the deal, or the status of the person, that the column stands for; by the CRM's id, and as it is called.
  add column push_stage text,
  add column push_stage_name text,
  -- The column means that a meeting was booked: a note at the record says so.
  add column notes_meeting boolean not null default false;

alter table crm_events drop constraint crm_events_kind_check,
  add constraint crm_events_kind_check check (kind in ('reply', 'interest', 'unsubscribe', 'stage', 'meeting')),
  -- Of `stage`: the one to set.
  add column stage text;
