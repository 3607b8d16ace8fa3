-- Whether every mail of a campaign must say in its text how to unsubscribe. docs/decisions/0235.
alter table organizations add column requires_unsubscribe_link boolean not null default false;
