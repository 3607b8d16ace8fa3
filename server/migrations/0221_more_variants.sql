-- Variants C to F of a step: [{variant, message, subject_line, placeholder_message}]. Part of the flow, as the texts are.
alter table campaign_nodes add column more_variants jsonb
  check (jsonb_typeof(more_variants) = 'array' and jsonb_array_length(more_variants) between 1 and 4);
-- Which variants leads get: {shares, stopped}. It holds for a running flow at once.
alter table campaign_nodes add column variant_rules jsonb check (jsonb_typeof(variant_rules) = 'object');
-- When the best variant gets all further leads: {measure, minimum_sent, confidence}; null leaves that to a person.
alter table campaign_nodes add column winner_rule jsonb check (jsonb_typeof(winner_rule) = 'object');
-- What was decided by that rule: {variant, at, words, before}.
alter table campaign_nodes add column winner_outcome jsonb check (jsonb_typeof(winner_outcome) = 'object');
-- Rises with every change of those three.
alter table campaign_nodes add column variant_version integer not null default 0;
-- Messages before this time had other texts and don't count; null counts all.
alter table campaign_nodes add column variants_since timestamptz;
-- When the rule is checked next; null without a rule, and once it has decided.
alter table campaign_nodes add column winner_check_at timestamptz;
create index campaign_nodes_winner_checks on campaign_nodes (winner_check_at, id) where winner_check_at is not null;

-- PostgreSQL 15 and 16 cannot change the expression of a generated column.
alter table campaign_nodes drop column has_snippets;
alter table campaign_nodes add column has_snippets boolean not null generated always as (
  (coalesce(message, '') || coalesce(message_b, '') || coalesce(subject_line, '') || coalesce(subject_line_b, '')
    || coalesce(replace(more_variants::text, '\"', '"'), ''))
  ~ '"snippet"|<\{"id"') stored;
create index campaign_nodes_snippets_idx on campaign_nodes (campaign_id) where has_snippets;


drop trigger campaign_nodes_note_edit on campaign_nodes;
create trigger campaign_nodes_note_edit before update of delay_in_hours, message, message_b, subject_line, subject_line_b,
    placeholder_message, placeholder_message_b, more_variants, address_wait_in_days on campaign_nodes
  for each row when ((old.delay_in_hours, old.message, old.message_b, old.subject_line, old.subject_line_b,
      old.placeholder_message, old.placeholder_message_b, old.more_variants, old.address_wait_in_days)
    is distinct from (new.delay_in_hours, new.message, new.message_b, new.subject_line, new.subject_line_b,
      new.placeholder_message, new.placeholder_message_b, new.more_variants, new.address_wait_in_days))
  execute function note_edit();
