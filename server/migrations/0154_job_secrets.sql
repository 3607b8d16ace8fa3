-- What a job needs and its payload must not hold. Payloads are stored as they are, and a rotation of SECRET_KEY renews sealed columns only.
create table job_secrets (
  id bigint primary key generated always as identity,
  sealed bytea not null,
  created_at timestamptz not null default statement_timestamp()
);
-- Whoever adds the job puts it in; only the job, which belongs to no session, reads it.
grant insert (sealed), select (id) on job_secrets to overture_app;
grant select, insert, update, delete on job_secrets to overture_system;
