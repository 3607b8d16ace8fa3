-- The condition that waits for a click: on one link, or on any where it is null. It may wait for 60 days.
alter table campaign_nodes add column link_url text check (octet_length(link_url) <= 2048);
alter table campaign_nodes drop constraint campaign_nodes_delay_in_hours_check;
alter table campaign_nodes add constraint campaign_nodes_delay_in_hours_check
  check (delay_in_hours between 0 and case when type = 'CLICKED' then 1440 else 720 end);
