-- What blocklists say of the domain of a mailbox and of its mail server's addresses. Written by the daily check of the domain.
alter table account_deliverability add column blocklists jsonb;
alter table account_deliverability add column blocklists_at timestamptz;
alter table account_deliverability add constraint account_deliverability_blocklists_check
  check (octet_length(blocklists::text) <= 100000);
