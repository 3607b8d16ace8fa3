-- Files for a message that was not sent stay named until they are deleted, also if their user is deleted.
-- takes away: nothing, a row without its user is deleted within the hour; not read since 1.0.0-rc.1

alter table chat_uploads alter column user_id drop not null;
alter table chat_uploads drop constraint chat_uploads_user_id_fkey;
alter table chat_uploads add constraint chat_uploads_user_id_fkey foreign key (organization_id, user_id)
  references users (organization_id, id) on delete set null (user_id);
create index chat_uploads_left_idx on chat_uploads (id) where user_id is null;

-- Files of an imported archive are stored once, however many messages name them.
create index chat_attachments_imported_idx on chat_attachments (file_key) where file_key like 'imported/%';
