-- A messenger reports each file of a message that Overture sent as a message of its own. Those that were seen are counted: one more is a file
-- that a user sent.
alter table outbound_intents add column seen_file_ids text[];
