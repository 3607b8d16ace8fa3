-- What a research task is called in messages: `{{ research.recent_funding }}`. Made of its first name (domain/leads/custom-columns,
-- makeKey); it stays when the task is renamed, since messages name it. docs/decisions/0228.
alter table enrichment_prompts
  -- The default is for a process of the version before, which names none.
  add column key text collate "C" not null default 'task_' || replace(gen_random_uuid()::text, '-', '')
    constraint enrichment_prompts_key_check check (length(key) between 1 and 60),
  add constraint enrichment_prompts_organization_id_key_key unique (organization_id, key);

-- Tasks from before, oldest first. Letters that are not of ASCII, once their marks are gone, are left out; those of built-in tasks are taken.
do $$
declare
  task record;
  base text;
  candidate text;
  number integer;
begin
  for task in select id, organization_id, name from enrichment_prompts order by id loop
    base := trim(both '_' from left(trim(both '_' from regexp_replace(
      regexp_replace(normalize(lower(task.name), nfkd), '[\u0300-\u036f]', '', 'g') collate "C", '[^a-z0-9]+', '_', 'g')), 40));
    base := coalesce(nullif(base, ''), 'column');
    candidate := base;
    number := 1;
    while candidate = any ('{company_summary,recent_news,is_hiring,technology_stack,target_customers,sells_to_businesses,icp_fit,recent_funding,year_founded}'::text[])
      or exists (select from enrichment_prompts where organization_id = task.organization_id and key = candidate) loop
      number := number + 1;
      candidate := base || '_' || number;
    end loop;
    update enrichment_prompts set key = candidate where id = task.id;
  end loop;
end $$;
