-- Mails to people of the organization: leads that wait for data, and things that failed.

create table data_digests (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint primary key,
  -- The last day, by the clock of the organization, that was looked at for the person.
  day date not null,
  -- The worker that holds it, until it is closed or the worker counts as dead.
  claimed_at timestamptz not null default app_now(),
  -- From here on nothing more leaves on that day: the mail server may own the mail, or there was nothing to say.
  closed_at timestamptz,
  -- The time of the last mail: it covered all leads that waited then.
  told_until timestamptz,
  constraint data_digests_user_id_fkey foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
);
create index data_digests_organization_id_idx on data_digests (organization_id, user_id);
call protect_tenant_table('data_digests');
revoke insert, update, delete on data_digests from overture_app;

-- Notices to a person that something they left to the product failed. The row comes before the mail, which leaves at most once.
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
  -- Attempts that began; the number identifies the holder of the newest one.
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
