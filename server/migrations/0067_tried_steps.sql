-- What a cell that failed had tried, step by step; its reason alone does not say who could not be asked.
alter table enrichment_answers add column tried_steps jsonb;
