-- A working copy that is published at a time somebody chose. docs/decisions/0226.
alter table campaign_working_copies
  add column publish_at timestamptz,
  -- What was chosen and seen: moves_waiting, reopens, seen.
  add column publish_choice jsonb check (octet_length(publish_choice::text) <= 1000000),
  -- Of the working copy when the time was chosen: another one is not published.
  add column publish_version int,
  add column publish_by bigint,
  -- Why it was not published when the time came, in words; gone with the next time chosen and with the copy.
  add column publish_refusal text check (length(publish_refusal) <= 2000),
  add column publish_refused_at timestamptz,
  add constraint campaign_working_copies_publish_by_fkey foreign key (organization_id, publish_by)
    references users (organization_id, id) on delete set null (publish_by),
  add constraint campaign_working_copies_publish_check check (publish_at is null
    or (flow is not null and publish_choice is not null and publish_version is not null));
create index campaign_working_copies_publish_at_idx on campaign_working_copies (publish_at) where publish_at is not null;
create index campaign_working_copies_publisher_idx on campaign_working_copies (organization_id, publish_by) where publish_by is not null;
