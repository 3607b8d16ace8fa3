-- Programs of others that people connect by OAuth 2.1, and keys that assistants use.

-- 'program' calls the API. 'assistant' and 'app' reach the MCP server only. An app has no key: it brings tokens.
alter table api_keys add column kind text not null default 'program' check (kind in ('program', 'assistant', 'app'));
alter table api_keys alter column key_hash drop not null;
alter table api_keys add constraint api_keys_key_hash_check check ((kind = 'app') = (key_hash is null));

-- Who an app says it is: its metadata document as last fetched, or what it registered itself with.
create table oauth_clients (
  client_id text primary key check (length(client_id) <= 500),
  source text not null check (source in ('document', 'registration')),
  name text not null check (char_length(name) between 1 and 80),
  redirect_uris text[] not null,
  fresh_until timestamptz,
  created_at timestamptz not null default app_now(),
  -- A registration that no person approved is deleted after a day.
  approved_at timestamptz
);
create index oauth_clients_created_at_idx on oauth_clients (created_at);
grant select, insert, update, delete on oauth_clients to overture_system;

-- The connection of an app; its name, scopes and end are those of its row in api_keys.
create table connected_apps (
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  api_key_id bigint primary key,
  client_id text not null,
  -- Where the person was sent back to.
  returns_to text not null,
  -- The one address that its tokens are for.
  resource text not null,
  constraint connected_apps_api_key_id_fkey foreign key (organization_id, api_key_id)
    references api_keys (organization_id, id) on delete cascade
);
create index connected_apps_organization_id_idx on connected_apps (organization_id, api_key_id);
call protect_tenant_table('connected_apps');

-- Approved by a person, and redeemed once within a minute. A second redemption ends the connection.
create table oauth_codes (
  code_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  user_id bigint not null,
  client_id text not null,
  name text not null,
  redirect_uri text not null,
  challenge text not null,
  scopes text[] not null,
  resource text not null,
  expires_at timestamptz not null,
  -- The connection that it became.
  api_key_id bigint,
  constraint oauth_codes_user_id_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint oauth_codes_api_key_id_fkey foreign key (organization_id, api_key_id)
    references api_keys (organization_id, id) on delete cascade
);
create index oauth_codes_user_id_idx on oauth_codes (user_id);
create index oauth_codes_api_key_id_idx on oauth_codes (api_key_id);
create index oauth_codes_expires_at_idx on oauth_codes (expires_at);
call protect_tenant_table('oauth_codes');

-- Tokens have 256 random bits: a plain digest is enough.
create table oauth_tokens (
  token_hash bytea primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  api_key_id bigint not null,
  use text not null check (use in ('access', 'refresh')),
  scopes text[] not null,
  expires_at timestamptz not null,
  -- When a refresh token was exchanged. A second exchange ends the connection.
  used_at timestamptz,
  constraint oauth_tokens_api_key_id_fkey foreign key (organization_id, api_key_id)
    references api_keys (organization_id, id) on delete cascade
);
create index oauth_tokens_api_key_id_idx on oauth_tokens (api_key_id);
create index oauth_tokens_expires_at_idx on oauth_tokens (expires_at);
call protect_tenant_table('oauth_tokens');
