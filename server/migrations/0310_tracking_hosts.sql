-- Rewritten links work at hosts of their own organization only, and a host belongs to one. Hosts of removed domains stay, because mails that
-- were sent name them: their certificates are renewed.
alter table tracking_domains add column removed_at timestamptz;
alter table tracking_domains drop constraint tracking_domains_organization_id_domain_key;
create unique index tracking_domains_domain_idx on tracking_domains (organization_id, domain) where removed_at is null;
create unique index tracking_domains_owner_idx on tracking_domains (host) where proven_at is not null and removed_at is null;
alter table tracking_domains drop constraint tracking_domains_problem_check;
alter table tracking_domains add constraint tracking_domains_problem_check
  check (problem in ('unchecked', 'record_missing', 'record_wrong', 'unreachable', 'taken'));
