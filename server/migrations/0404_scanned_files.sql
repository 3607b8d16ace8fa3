-- What a virus scanner said of a file of someone else: null where none was asked. An infected file is kept, and handed out to no one.
alter table chat_attachments add column scan text, add column scan_finding text;
alter table chat_attachments add constraint chat_attachments_scan_check check (scan in ('waiting', 'clean', 'infected')) not valid;
alter table chat_attachments add constraint chat_attachments_scan_finding_check check (length(scan_finding) <= 200) not valid;
