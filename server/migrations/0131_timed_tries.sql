-- A time of publishing is tried a bounded number of times, with pauses, so that one that fails keeps no other from its turn.
-- docs/decisions/0236.
alter table campaign_working_copies
  -- When a worker looks at it next: the time itself, and while a try is under way or has failed, when the next one may begin.
  add column publish_next_at timestamptz,
  -- Tries that have begun; one whose worker died counts.
  add column publish_tries smallint not null default 0 check (publish_tries >= 0);
-- The time that publish_refusal is about says more than when that was found out.
alter table campaign_working_copies rename column publish_refused_at to publish_missed_at;
update campaign_working_copies set publish_next_at = publish_at where publish_at is not null;
alter table campaign_working_copies add constraint campaign_working_copies_publish_next_check
  check ((publish_at is null) = (publish_next_at is null));
drop index campaign_working_copies_publish_at_idx;
create index campaign_working_copies_publish_next_at_idx on campaign_working_copies (publish_next_at) where publish_next_at is not null;
