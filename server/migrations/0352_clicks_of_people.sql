-- The people of an organization who opened links, newest first: their calls come first.
create index link_clicks_people_idx on link_clicks (organization_id, clicked_at desc, prospect_id) where class = 'person';
