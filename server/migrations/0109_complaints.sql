-- A person pressed 'This is spam': a line of its own in the conversation, and a reason of its own among the suppressions, so that
-- complaints can be counted apart from those who asked in words.
alter table chat_messages drop constraint chat_messages_kind_check;
alter table chat_messages add constraint chat_messages_kind_check
  check (kind in ('REPLY', 'AUTO_REPLY', 'BOUNCE', 'COMPLAINT', 'CAMPAIGN', 'CHAT', 'OWN_CLIENT'));
alter table suppressions drop constraint suppressions_reason_check;
alter table suppressions add constraint suppressions_reason_check
  check (reason in ('unsubscribe', 'complaint', 'hard_bounce', 'manual'));
