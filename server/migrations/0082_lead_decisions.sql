-- What was decided about leads that lack data, before they are written to (slices/campaigns/problems).
alter table campaign_leads
  -- Words that stand in for fields the lead has nothing in, by the field's name: read only while the field is blank.
  add column stand_ins jsonb constraint campaign_leads_stand_ins_check
    check (jsonb_typeof(stand_ins) = 'object' and octet_length(stand_ins::text) <= 20000),
  -- Steps that are passed over for this lead when they are due.
  add column skipped_nodes bigint[] constraint campaign_leads_skipped_nodes_check
    check (cardinality(skipped_nodes) <= 200);
