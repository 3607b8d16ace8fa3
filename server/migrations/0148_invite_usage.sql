-- What LinkedIn said with an invitation that is used of its own limit of invitations, in percent, and when it said so. It says so at few steps only.
alter table accounts
  add column linkedin_invite_usage_percent smallint,
  add column linkedin_invite_usage_at timestamptz;
