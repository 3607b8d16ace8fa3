-- Two people at once: what is saved as a whole counts its changes and remembers the last one, so that a change that was begun before it
-- can be told from one that was begun after.
alter table campaigns add column edit_version integer not null default 1, add column edited_at timestamptz, add column edited_by bigint,
  add constraint campaigns_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by);
alter table campaign_nodes add column edit_version integer not null default 1, add column edited_at timestamptz, add column edited_by bigint,
  add constraint campaign_nodes_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by);
alter table searches add column edit_version integer not null default 1, add column edited_at timestamptz, add column edited_by bigint,
  add constraint searches_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by);
alter table organizations add column edit_version integer not null default 1, add column edited_at timestamptz, add column edited_by bigint,
  add constraint organizations_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by);

-- Whoever acts here from another organization is named as nobody.
create function note_edit() returns trigger language plpgsql as $$
begin
  new.edit_version := old.edit_version + 1;
  new.edited_at := app_now();
  new.edited_by := (select u.id from users u where u.organization_id = new.organization_id
    and u.id = nullif(current_setting('app.user_id', true), '')::bigint);
  return new;
end $$;

create trigger campaigns_note_edit before update of name, timezone, language, sending_window, email_account_id, linkedin_account_id,
    email_max_messages, linkedin_max_messages, linkedin_max_connections on campaigns
  for each row when ((old.name, old.timezone, old.language, old.sending_window, old.email_account_id, old.linkedin_account_id,
      old.email_max_messages, old.linkedin_max_messages, old.linkedin_max_connections)
    is distinct from (new.name, new.timezone, new.language, new.sending_window, new.email_account_id, new.linkedin_account_id,
      new.email_max_messages, new.linkedin_max_messages, new.linkedin_max_connections))
  execute function note_edit();
create trigger campaign_nodes_note_edit before update of delay_in_hours, message, message_b, subject_line, subject_line_b,
    placeholder_message, placeholder_message_b on campaign_nodes
  for each row when ((old.delay_in_hours, old.message, old.message_b, old.subject_line, old.subject_line_b,
      old.placeholder_message, old.placeholder_message_b)
    is distinct from (new.delay_in_hours, new.message, new.message_b, new.subject_line, new.subject_line_b,
      new.placeholder_message, new.placeholder_message_b))
  execute function note_edit();
create trigger searches_note_edit before update of name on searches
  for each row when (old.name is distinct from new.name) execute function note_edit();
create trigger organizations_note_edit before update of name, website_url, has_website, product_description, icp_description,
    usp_description, case_studies, annual_revenue, employee_count, competitors, objections, pain_points on organizations
  for each row when ((old.name, old.website_url, old.has_website, old.product_description, old.icp_description, old.usp_description,
      old.case_studies, old.annual_revenue, old.employee_count, old.competitors, old.objections, old.pain_points)
    is distinct from (new.name, new.website_url, new.has_website, new.product_description, new.icp_description, new.usp_description,
      new.case_studies, new.annual_revenue, new.employee_count, new.competitors, new.objections, new.pain_points))
  execute function note_edit();
