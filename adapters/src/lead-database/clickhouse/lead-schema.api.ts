import type { ClickHouseClient } from '@clickhouse/client';

/**
 * The finder's table holds only what filters ask for, sorted by what a company has in common, so that filters on it skip most of the
 * table and its columns shrink to almost nothing. Words of titles and of everything keywords look in have a text index. What is shown
 * stands in a second table in the order of the ids, one text a person: a page of 25 reads a few blocks instead of 25 of every column.
 * Companies stand there once for each set of facts, under the hash of those facts: a lead keeps the facts it was loaded with.
 */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS leads (
    lead_id UInt32,
    company_id UInt64 CODEC(ZSTD(1)),
    industry LowCardinality(String),
    sub_industry LowCardinality(String),
    company_size_band UInt8,
    company_revenue_band UInt8,
    location LowCardinality(String),
    seniority LowCardinality(String),
    department LowCardinality(String),
    title_words String CODEC(ZSTD(3)),
    all_words String CODEC(ZSTD(3)),
    linkedin_hash UInt32 CODEC(NONE),
    email_hash UInt32 CODEC(NONE),
    INDEX title_index title_words TYPE text(tokenizer = 'splitByNonAlpha'),
    INDEX words_index all_words TYPE text(tokenizer = 'splitByNonAlpha')
  ) ENGINE = MergeTree
  ORDER BY (industry, sub_industry, company_size_band, company_revenue_band, company_id, lead_id)`,
  `CREATE TABLE IF NOT EXISTS lead_people (
    lead_id UInt32 CODEC(Delta, ZSTD(1)),
    version UInt64 CODEC(Delta, ZSTD(1)),
    facts_id UInt64 CODEC(NONE),
    profile String CODEC(ZSTD(3))
  ) ENGINE = ReplacingMergeTree(version)
  ORDER BY lead_id SETTINGS index_granularity = 256`,
  `CREATE TABLE IF NOT EXISTS lead_companies (
    facts_id UInt64,
    facts String CODEC(ZSTD(3))
  ) ENGINE = ReplacingMergeTree
  ORDER BY facts_id SETTINGS index_granularity = 256`,
  `CREATE TABLE IF NOT EXISTS lead_places (
    name String,
    keys Array(String)
  ) ENGINE = ReplacingMergeTree
  ORDER BY name`,
  `CREATE TABLE IF NOT EXISTS lead_industries (
    industry String,
    sub_industry String,
    industry_key String,
    sub_industry_key String
  ) ENGINE = ReplacingMergeTree
  ORDER BY (industry, sub_industry)`,
] as const;

/** Makes the tables where they are missing. Safe to call at every start. */
export async function ensureTables(client: ClickHouseClient): Promise<void> {
  for (const query of TABLES) await client.command({ query });
}
