-- Questions of research that name other columns, their versions, and cells that wait for a value.
alter table enrichment_prompts
  -- Whether leads are researched for which a column that the question names is empty. Questions of before were.
  add column runs_with_empty boolean not null default true,
  add column edit_version integer not null default 1,
  add column edited_at timestamptz,
  add column edited_by bigint,
  -- The version since which the question is the one of today: results of before answer a former one.
  add column question_version integer not null default 1,
  add constraint enrichment_prompts_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by);
alter table enrichment_prompts alter column runs_with_empty set default false;
create trigger enrichment_prompts_note_edit
  before update of name, prompt, output_type, required_sources, runs_with_empty on enrichment_prompts
  for each row when ((old.name, old.prompt, old.output_type, old.required_sources, old.runs_with_empty)
    is distinct from (new.name, new.prompt, new.output_type, new.required_sources, new.runs_with_empty))
  execute function note_edit();

-- What a task asked in former versions; the newest row is the task itself.
create table enrichment_prompt_versions (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  prompt_id bigint not null,
  version integer not null,
  name text not null,
  prompt text not null,
  output_type text not null,
  required_sources text[] not null,
  runs_with_empty boolean not null,
  -- Who wrote it, and when.
  edited_by bigint,
  edited_at timestamptz not null,
  primary key (organization_id, prompt_id, version),
  constraint enrichment_prompt_versions_prompt_id_fkey foreign key (organization_id, prompt_id)
    references enrichment_prompts (organization_id, id) on delete cascade,
  constraint enrichment_prompt_versions_edited_by_fkey foreign key (organization_id, edited_by)
    references users (organization_id, id) on delete set null (edited_by)
);
call protect_tenant_table('enrichment_prompt_versions');

-- Runs after `enrichment_prompts_note_edit`: triggers of one kind run in the order of their names.
create function note_question() returns trigger language plpgsql as $$
begin
  new.question_version := new.edit_version;
  return new;
end $$;
create trigger enrichment_prompts_note_question
  before update of prompt, output_type, required_sources, runs_with_empty on enrichment_prompts
  for each row when ((old.prompt, old.output_type, old.required_sources, old.runs_with_empty)
    is distinct from (new.prompt, new.output_type, new.required_sources, new.runs_with_empty))
  execute function note_question();

-- Keeps what a question was before each change: the last 50 versions.
create function keep_question() returns trigger language plpgsql as $$
begin
  insert into enrichment_prompt_versions (organization_id, prompt_id, version, name, prompt, output_type, required_sources,
      runs_with_empty, edited_by, edited_at)
    values (old.organization_id, old.id, old.edit_version, old.name, old.prompt, old.output_type, old.required_sources,
      old.runs_with_empty, coalesce(old.edited_by, old.created_by), coalesce(old.edited_at, old.created_at))
    on conflict do nothing;
  delete from enrichment_prompt_versions where organization_id = old.organization_id and prompt_id = old.id
    and version <= new.edit_version - 50;
  return null;
end $$;
create trigger enrichment_prompts_keep_question
  after update of name, prompt, output_type, required_sources, runs_with_empty on enrichment_prompts
  for each row when (old.edit_version is distinct from new.edit_version)
  execute function keep_question();

alter table enrichment_answers
  -- The version of the question that was answered; null before versions were kept.
  add column version integer,
  -- The column that was empty: the question was not asked.
  add column empty_input text,
  -- The research task whose result it waits for, since when, and the run that it belongs to.
  add column waits_for bigint,
  add column waits_run_id bigint,
  add column waits_since timestamptz,
  -- The result is there: it can start from then on.
  add column ready_at timestamptz,
  add constraint enrichment_answers_waits_run_id_fkey foreign key (organization_id, waits_run_id)
    references enrichment_runs (organization_id, id) on delete set null (waits_run_id);
create index enrichment_answers_waits_for_idx on enrichment_answers (organization_id, waits_for, prospect_id) where waits_for is not null;
create index enrichment_answers_waits_run_id_idx on enrichment_answers (waits_run_id) where waits_run_id is not null;
create index enrichment_answers_ready_at_idx on enrichment_answers (ready_at)
  where ready_at is not null and waits_run_id is not null;

alter table enrichment_runs
  -- The person whose waiting cells it starts; null for what a person started, and for new leads.
  add column for_user_id bigint,
  add constraint enrichment_runs_for_user_id_fkey foreign key (organization_id, for_user_id)
    references users (organization_id, id) on delete set null (for_user_id);
