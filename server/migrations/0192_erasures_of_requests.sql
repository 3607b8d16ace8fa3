-- The erasure that carries out a request, which closes when it is done, with the copies in CRMs. No foreign key: jobs come with a later
-- file, and are only deleted with their organization.
alter table privacy_requests add column erasure_job_id bigint;
create index privacy_requests_erasure_job_id_idx on privacy_requests (erasure_job_id) where erasure_job_id is not null;
