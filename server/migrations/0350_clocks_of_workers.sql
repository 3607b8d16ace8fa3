-- How far the clock of a worker's machine is ahead of the database's, and which machine that is: `overture doctor` says it for all of them.
alter table worker_heartbeats add column host text;
alter table worker_heartbeats add column clock_ahead_in_ms double precision;
