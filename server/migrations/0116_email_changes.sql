-- A new sign-in address counts when it was confirmed from there; the old one can undo it for seven days.
create table email_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  old_email citext not null,
  new_email citext not null,
  -- Two links, stored hashed: one for the new mailbox, one for the old.
  confirm_hash bytea not null unique,
  undo_hash bytea not null unique,
  confirm_expires_at timestamptz not null,
  undo_expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- Withdrawn by the person, replaced by another change, or undone from the old mailbox.
  ended_at timestamptz,
  created_at timestamptz not null default app_now()
);
-- One change waits at a time.
create unique index email_changes_pending_idx on email_changes (user_id) where confirmed_at is null and ended_at is null;
create index email_changes_user_id_idx on email_changes (user_id);
create index email_changes_organization_id_idx on email_changes (organization_id);
create index email_changes_old_email_idx on email_changes (old_email);
call protect_tenant_table('email_changes');
