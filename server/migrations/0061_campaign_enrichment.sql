-- Contact look-ups are started from campaigns too: such runs and cells belong to no list.
alter table enrichment_runs alter column search_id drop not null;
alter table enrichment_cells alter column search_id drop not null;
