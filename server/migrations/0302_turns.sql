-- Conversations are assigned in turn: the member with the lowest number is next.
alter table users add column last_turn bigint not null default 0;
