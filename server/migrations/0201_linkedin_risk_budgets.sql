-- The risk budget of a LinkedIn account: points a day, shown for all, enforced for accounts that are connected from now on.
alter table accounts add column enforces_risk boolean not null default false;
-- Counted every hour: of its last hundred invites that are a week old, how many there are and how many were accepted; and those without an answer.
alter table accounts add column risk_invited smallint not null default 0;
alter table accounts add column risk_accepted smallint not null default 0;
alter table accounts add column risk_pending smallint not null default 0;
alter table accounts add column risk_counted_at timestamptz not null default '-infinity';
create index accounts_by_risk_count on accounts (risk_counted_at) where deleted_at is null and account_type = 'LINKEDIN';
