-- Apps that the person connected before this moment are over: a recovery of the account ends them, whoever approved them.
alter table users add column apps_ended_at timestamptz;
