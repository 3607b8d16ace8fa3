-- Who pays for this installation's organizations; written by each start from BILLING. 'unlimited': no trial ends and nobody is refused for
-- want of a plan or of credits, which are counted all the same.
alter table installation add column billing text not null default 'manual' check (billing in ('manual', 'unlimited'));
