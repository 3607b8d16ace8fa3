-- A person said that nothing up to this message of the lead is a wish to be left alone: the inbox does not ask again, and no model reads it (decision 0278).
alter table chats add column no_opt_out_through bigint;
