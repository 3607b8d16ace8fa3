-- Tries to take a mail in, counted before each is made: a mail that ends the program, or whose text no thread can read, is passed over
-- after the third by whatever process reads the mailbox next. A row goes with the mail it was written for.
create table mail_tries (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  -- Which mail of the mailbox: folder, UIDVALIDITY and UID, or the provider's id.
  place text not null,
  tries smallint not null,
  tried_at timestamptz not null default app_now(),
  primary key (account_id, place)
);
call protect_tenant_table('mail_tries');

-- A mail that could not be read: only its head is known.
alter table chat_messages add column is_unreadable boolean not null default false;
