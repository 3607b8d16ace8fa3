-- Where replies to a mailbox go; null for the mailbox itself.
alter table accounts add column reply_to text;
