-- Saved replies have files. A message that one is put into gets copies.
-- takes away: nothing, the id alone is unique; not read since 1.0.0-rc.1

alter table saved_replies add constraint saved_replies_organization_id_id_key unique (organization_id, id);

create table saved_reply_files (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  -- Null once the saved reply is gone, also with its user: a loop deletes the file and then the row.
  saved_reply_id bigint,
  name text not null,
  type text not null,
  size integer not null,
  -- Key in the files port.
  file_key text not null,
  created_at timestamptz not null default app_now(),
  constraint saved_reply_files_saved_reply_id_fkey foreign key (organization_id, saved_reply_id)
    references saved_replies (organization_id, id) on delete set null (saved_reply_id)
);
create index saved_reply_files_saved_reply_id_idx on saved_reply_files (organization_id, saved_reply_id);
create index saved_reply_files_left_idx on saved_reply_files (id) where saved_reply_id is null;
call protect_tenant_table('saved_reply_files');
