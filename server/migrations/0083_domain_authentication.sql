-- Campaign mails leave a mailbox only while SPF, DKIM and DMARC of its domain are right (docs/decisions/0206). In the row that every
-- dispatch locks: a hold that is being written is waited for, and one that is written is seen.
alter table accounts
  -- What is missing and what to enter; null while nothing is.
  add column domain_hold_reason text check (length(domain_hold_reason) <= 1000),
  -- From then on campaign mails wait: a record that was right may be wrong for a while.
  add column domain_held_from timestamptz,
  -- When DNS is asked next.
  add column domain_check_at timestamptz not null default app_now();
create index accounts_by_domain_check on accounts (domain_check_at) where deleted_at is null and account_type <> 'LINKEDIN';

alter table account_deliverability
  add column verdict text check (verdict in ('passed', 'failed', 'unknown', 'exempt')),
  -- Under which a key was published when DNS was last asked for it; nobody who writes mails can change it.
  add column dkim_selector text check (length(dkim_selector) <= 250),
  -- Last time all was right; a mailbox that was never right gets no time to repair.
  add column passed_at timestamptz,
  add column failed_since timestamptz;

-- Mailboxes that sent before anybody asked were right as far as anybody knew.
insert into account_deliverability (account_id, organization_id, passed_at)
  select a.id, a.organization_id, app_now() from accounts a
  where a.account_type <> 'LINKEDIN'
    and exists (select 1 from sending_days d where d.scope = 'account' and d.scope_id = a.id and d.used > 0)
  on conflict (account_id) do update set passed_at = excluded.passed_at;
