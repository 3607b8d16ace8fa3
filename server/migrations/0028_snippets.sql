-- Snippets: parts of a message that the model writes for each lead.

-- Snippets of an organization. Ids under 1000 are those of default snippets, which are code (ai-segments/default-segments.rules).
create table ai_segments (
  id bigint generated always as identity (start with 1000) primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  name text not null,
  instructions text not null,
  amount_of_sentences smallint not null default 1 check (amount_of_sentences between 1 and 5),
  -- Ids of the research tasks it reads.
  enrichment_sources bigint[] not null default '{}',
  created_by bigint,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  constraint ai_segments_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  unique (organization_id, id)
);
create index ai_segments_organization_id_idx on ai_segments (organization_id, id);
call protect_tenant_table('ai_segments');

-- The text of a snippet for a lead and step: written once, and the same in the preview and in every attempt to send it.
--   wanted      needed; no credits are reserved yet
--   queued      its credits are reserved
--   running     being written, under lease_token
--   written     there is a text
--   nothing     the sources contain nothing suitable
--   failed      it could not be written
--   no_credits  it was needed, and there were not enough credits
create table ai_segment_texts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (organization_id) on delete cascade,
  campaign_lead_id bigint not null,
  node_id bigint not null,
  prospect_id bigint not null,
  segment_id bigint not null,
  -- Language of the campaign at that moment.
  language text not null,
  state text not null default 'wanted'
    check (state in ('wanted', 'queued', 'running', 'written', 'nothing', 'failed', 'no_credits')),
  text text,
  -- Why there is none, in words.
  reason text,
  -- Pages that support the text: [{source, title}].
  sources jsonb not null default '[]',
  -- Hash of its inputs: changed instructions need a new text.
  fingerprint text,
  -- Set aside while it is at work, spent when it was written.
  credits integer not null default 0,
  reservation_id bigint,
  -- Research tasks its credits pay for: a lead pays for each once in a campaign.
  paid_prompt_ids bigint[] not null default '{}',
  not_before timestamptz not null default app_now(),
  -- A worker's claim. Leases and patience last in real time, whatever the clock of the installation says.
  lease_token bigint not null default 0,
  lease_until timestamptz,
  attempts integer not null default 0,
  -- Since when a message that is due waits for it.
  waited_since timestamptz,
  -- When a message first became an intent with (or without) it: it does not change any more.
  used_at timestamptz,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  unique (campaign_lead_id, node_id, segment_id),
  constraint ai_segment_texts_campaign_lead_id_fkey foreign key (organization_id, campaign_lead_id)
    references campaign_leads (organization_id, id) on delete cascade,
  constraint ai_segment_texts_node_id_fkey foreign key (organization_id, node_id)
    references campaign_nodes (organization_id, id) on delete cascade,
  constraint ai_segment_texts_prospect_id_fkey foreign key (organization_id, prospect_id)
    references prospects (organization_id, id) on delete cascade,
  constraint ai_segment_texts_reservation_id_fkey foreign key (organization_id, reservation_id)
    references credit_reservations (organization_id, id) on delete set null (reservation_id)
);
create index ai_segment_texts_node_id_idx on ai_segment_texts (node_id);
create index ai_segment_texts_prospect_id_idx on ai_segment_texts (prospect_id);
create index ai_segment_texts_open_idx on ai_segment_texts (organization_id, not_before, id)
  where state in ('wanted', 'queued', 'running');
create index ai_segment_texts_reservation_id_idx on ai_segment_texts (reservation_id);
call protect_tenant_table('ai_segment_texts');
