-- Counts of campaigns of former days stood in sixteen slots, one for each writer there could be; as one they are read at once.
create temporary table folded_days on commit drop as
  select organization_id, campaign_id, day, sum(contacted) as contacted, sum(replied) as replied
  from campaign_days group by organization_id, campaign_id, day having sum(contacted) <> 0 or sum(replied) <> 0;
delete from campaign_days;
insert into campaign_days (organization_id, campaign_id, day, slot, contacted, replied)
  select organization_id, campaign_id, day, 0, contacted, replied from folded_days order by campaign_id, day;
create temporary table folded_counts on commit drop as
  select organization_id, campaign_id, sum(total) as total, sum(completed) as completed, sum(contacted) as contacted,
    sum(replied) as replied
  from campaign_counts group by organization_id, campaign_id;
delete from campaign_counts;
insert into campaign_counts (organization_id, campaign_id, slot, total, completed, contacted, replied)
  select organization_id, campaign_id, 0, total, completed, contacted, replied from folded_counts;
