-- Scheduled exports of the activity, the credit history and the suppression list, and exports that a webhook announces instead of an email.
alter table scheduled_exports drop constraint scheduled_exports_kind_check;
alter table scheduled_exports add constraint scheduled_exports_kind_check check (kind in ('list_leads', 'campaign_leads',
  'campaign_messages', 'campaign_figures', 'activities', 'credits', 'suppressions'));
alter table scheduled_exports add column delivery text not null default 'email' check (delivery in ('email', 'webhook'));
