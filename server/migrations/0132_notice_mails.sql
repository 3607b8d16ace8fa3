-- Mails that tell a person what became of something they left to the product. A row is there before its mail, which leaves at most once.
-- docs/decisions/0236.
create table notice_mails (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  subject text not null check (length(subject) <= 300),
  paragraphs text[] not null check (pg_column_size(paragraphs) <= 20000),
  -- Of the page it is about, behind the address under which the person knows the product.
  path text not null check (length(path) <= 200),
  made_at timestamptz not null default app_now(),
  next_at timestamptz not null default app_now(),
  -- Tries that have begun; the number tells the holder of the newest one.
  tries smallint not null default 0 check (tries >= 0),
  -- From here on the mail server may own the mail; before, it certainly does not, and another worker may go on.
  begun_at timestamptz,
  mailed_at timestamptz,
  -- Why it never will.
  refused text check (length(refused) <= 500),
  constraint notice_mails_user_id_fkey foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index notice_mails_next_at_idx on notice_mails (next_at) where begun_at is null and refused is null;
create index notice_mails_user_id_idx on notice_mails (organization_id, user_id);
create index notice_mails_made_at_idx on notice_mails (made_at);
call protect_tenant_table('notice_mails');
