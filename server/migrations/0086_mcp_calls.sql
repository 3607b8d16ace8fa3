-- Calls of assistants through the MCP server. Every call leaves a row, written before the work begins.
create table mcp_calls (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  api_key_id bigint default current_api_key_id(),
  tool text not null check (length(tool) <= 64),
  -- SHA-256 of the arguments. They may hold personal data, so they are not kept themselves.
  arguments_hash bytea not null,
  -- 'running', 'ok', or the code of the error.
  outcome text not null default 'running' check (length(outcome) <= 64),
  duration_in_ms integer,
  created_at timestamptz not null default app_now(),
  unique (organization_id, id),
  constraint mcp_calls_api_key_id_fkey foreign key (organization_id, api_key_id)
    references api_keys (organization_id, id) on delete set null (api_key_id)
);
create index mcp_calls_api_key_id_idx on mcp_calls (api_key_id);
create index mcp_calls_created_at_idx on mcp_calls (created_at);
call protect_tenant_table('mcp_calls');

-- Credits that tools of a key spent on a day (UTC), the worst case of running calls included.
create table mcp_spending (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  api_key_id bigint not null,
  day date not null,
  credits integer not null check (credits >= 0),
  primary key (organization_id, api_key_id, day),
  constraint mcp_spending_api_key_id_fkey foreign key (organization_id, api_key_id)
    references api_keys (organization_id, id) on delete cascade
);
create index mcp_spending_day_idx on mcp_spending (day);
call protect_tenant_table('mcp_spending');
