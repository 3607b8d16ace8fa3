-- Somebody was linked to a lead they are not: their number does not make them that lead again. docs/decisions/0220.
alter table messaging_people
  add column not_prospect_id bigint,
  add constraint messaging_people_not_prospect_id_fkey foreign key (organization_id, not_prospect_id)
    references prospects (organization_id, id) on delete set null (not_prospect_id);
create index messaging_people_not_prospect_id_idx on messaging_people (not_prospect_id) where not_prospect_id is not null;
