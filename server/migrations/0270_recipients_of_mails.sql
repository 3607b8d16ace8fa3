-- All recipients of a mail. `other_to_emails` are its further addresses in To, without our own mailbox; `cc_emails` now holds the copies of
-- received mails as well. Blind copies are known to us alone: no file that leaves the organization contains them.
alter table chat_messages
  add column other_to_emails text[] not null default '{}',
  add column bcc_emails text[] not null default '{}';
alter table outbound_intents add column bcc_emails text[];
alter table user_drafts add column bcc_emails text[] not null default '{}';
-- An erasure removes an address from the mails of others too.
create index chat_messages_recipients_idx on chat_messages (organization_id, id)
  where other_to_emails <> '{}' or cc_emails <> '{}' or bcc_emails <> '{}';
