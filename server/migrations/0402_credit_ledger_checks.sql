-- Each day the balance of an organization is compared with the sum of its ledger. A difference is kept: `doctor` names it.
alter table credit_alerts add column ledger_checked_at timestamptz, add column ledger_difference bigint not null default 0;
create index credit_alerts_ledger_difference_idx on credit_alerts (organization_id) where ledger_difference <> 0;
