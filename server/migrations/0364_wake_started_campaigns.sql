-- Campaigns that were started while the planner claimed them: it saw them paused, and would never look again.
update campaign_lanes l set look_at = app_now() from campaigns c
where c.id = l.campaign_id and c.status = 'ACTIVE' and l.look_at = 'infinity' and l.waiting_rule = 'paused';
