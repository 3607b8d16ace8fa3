-- Labels of the inbox. They stand on the person, so that every screen that shows the lead can show them.

create table chat_labels (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name citext not null,
  color text not null,
  created_at timestamptz not null default app_now(),
  unique (organization_id, name)
);
call protect_tenant_table('chat_labels');

create table prospect_labels (
  label_id bigint not null references chat_labels (id) on delete cascade,
  prospect_id bigint not null references prospects (id) on delete cascade,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  created_at timestamptz not null default app_now(),
  primary key (label_id, prospect_id)
);
create index prospect_labels_prospect_id_idx on prospect_labels (prospect_id);
call protect_tenant_table('prospect_labels');
