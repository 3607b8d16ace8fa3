-- A file that is to be deleted stays while a row still names it: an attachment of a campaign is one file for the campaign and for all
-- conversations that it was sent in.
create index chat_attachments_file_key_idx on chat_attachments (file_key);
drop index chat_attachments_imported_idx;
