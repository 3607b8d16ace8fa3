import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTakeaways, judgeMark, type MigrationText } from './migration-law.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'server/migrations');
const released = readFileSync(join(root, 'server/migrations.sha256'), 'utf8');

/** These ran before the rule. From 1.0.0-rc.1, all processes stop for the upgrade (docs/operate/upgrade.md). The next release empties this list. */
const BEFORE_THE_RULE: Record<string, string[]> = {
  '0046_settings_of_organizations.sql': ['address_check_settings (dropped)'],
  '0065_plain_column_names.sql': ['campaign_lanes.asked_anew_up_to (renamed)', 'data_digests.told_until (renamed)'],
  // One workspace user of an organization, by a column that came in the same file.
  '0081_workspace_users.sql': ['users.* (unique)'],
  // The expression of a generated column changes.
  '0221_more_variants.sql': ['campaign_nodes.has_snippets (dropped)'],
};

const loadFresh = (): MigrationText[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !released.includes(`  ${name}\n`))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }));

/** Versions with a date in the changelog. */
const listReleases = (changelog: string): string[] =>
  [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+(?:-[\w.]+)?)\]? \(?\d{4}-\d\d-\d\d/gm)].map(([, version]) => version!);

const find = (...texts: string[]): string[] =>
  findTakeaways(texts.map((sql, n) => ({ name: `${n}.sql`, sql }))).map(({ what }) => what);

describe('migrations after the last release', () => {
  test('take nothing away that the release before reads, or say since when no program reads it', () => {
    const fresh = loadFresh();
    const releases = listReleases(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
    expect(releases).toContain('1.0.0-rc.1');
    const wrong = findTakeaways(fresh)
      .filter(({ file, what }) => !BEFORE_THE_RULE[file]?.includes(what))
      .map(({ file, what }) => ({
        file,
        what,
        reason: judgeMark(fresh.find(({ name }) => name === file)!.sql, releases),
      }))
      .filter(({ reason }) => reason !== null)
      .map(({ file, what, reason }) => `${file}: ${what} ${reason}`);
    expect(wrong, 'add the new one, fill it, and take the old one away a release later').toEqual([]);
  });

  test('the list of those before the rule holds no other', () => {
    const found = findTakeaways(loadFresh());
    const unused = Object.entries(BEFORE_THE_RULE).flatMap(([file, list]) =>
      list
        .filter((what) => !found.some((one) => one.file === file && one.what === what))
        .map((what) => `${file}: ${what}`),
    );
    expect(unused).toEqual([]);
  });
});

describe('what a migration takes away', () => {
  test.each([
    ['alter table leads drop column told;', 'leads.told (dropped)'],
    ['alter table leads add column said text, drop told;', 'leads.told (dropped)'],
    ['ALTER TABLE IF EXISTS public.leads\n  RENAME COLUMN told TO said;', 'leads.told (renamed)'],
    ['alter table leads rename to people;', 'leads.* (renamed)'],
    ['drop table if exists leads cascade;', 'leads (dropped)'],
    ['drop view leads_today;', 'leads_today (dropped)'],
    ['drop function count_leads(bigint);', 'count_leads (dropped)'],
    ["alter type lead_state rename value 'a' to 'b';", 'lead_state (renamed)'],
    ['alter table leads alter column told type jsonb using told::jsonb;', 'leads.told (another type)'],
    ['alter table leads alter told set not null;', 'leads.told (not null)'],
    ['alter table leads alter column told drop default;', 'leads.told (no default)'],
    ['alter table leads add column said text not null;', 'leads.said (new, not null, without a default)'],
    ['alter table leads add constraint one_email unique (email);', 'leads.* (unique)'],
    ['create unique index leads_email on leads (email);', 'leads.* (unique)'],
    ['create unique index on leads (email);', 'leads.* (unique)'],
    ['create table fresh (id bigint); drop table fresh, leads;', 'leads (dropped)'],
    ['create function f() returns int; drop function f(), count_leads(bigint, text);', 'count_leads (dropped)'],
    ["insert into notes values ('a -- b'); drop table leads; select 'c';", 'leads (dropped)'],
    ['drop table leads; create view leads as select 1 as id;', 'leads (dropped)'],
    ['do $$ begin alter table leads drop column told; end $$;', 'leads.told (dropped)'],
    ["do $body$ begin execute 'drop table leads'; end $body$;", 'leads (dropped)'],
  ])('%s', (sql, what) => {
    expect(find(sql)).toEqual([what]);
  });

  test.each([
    '-- drop table leads would be wrong\nalter table leads add column said text;',
    '/* alter table leads drop column told; */ select 1;',
    "insert into notes (text) values ('; drop table leads;');",
    'alter table leads add column said text not null default 0;',
    'alter table leads add column said bigint generated always as identity not null;',
    "alter table leads drop constraint leads_kind_check, add constraint leads_kind_check check (kind in ('a', 'b'));",
    'alter table leads alter column told drop not null, alter column told set default 0;',
    'drop index leads_email; drop trigger note on leads;',
    'create function f() returns trigger language plpgsql as $$ begin drop table leads; end $$;',
    'alter function size_of(text) rename to size_with_unit; create function size_of(value text) returns int language sql return 1;',
    'create table fresh (id bigint not null, told text); create unique index on fresh (id); alter table fresh drop column told;',
  ])('nothing: %s', (sql) => {
    expect(find(sql)).toEqual([]);
  });

  test('a thing that came after the last release is unknown to it', () => {
    expect(
      find('create table fresh (id bigint); alter table leads add column said text;', 'drop table fresh;'),
    ).toEqual([]);
    expect(find('alter table leads add column said text;', 'alter table leads drop column said;')).toEqual([]);
  });
});

describe('the line that allows it', () => {
  const releases = ['1.0.0-rc.1', '1.1.0'];

  test('names a reason and a released version', () => {
    expect(
      judgeMark('-- takes away: replaced by said in 1.1.0; not read since 1.1.0\ndrop table x;', releases),
    ).toBeNull();
  });

  test.each([
    ['drop table x;', /has no line/],
    ['-- takes away: ; not read since 1.1.0', /has no line/],
    ['-- takes away: old one; not read since', /has no line/],
    ['-- takes away: replaced by said in 1.2.0; not read since 1.2.0', /1\.2\.0, which is not released/],
  ])('%s is refused', (sql, reason) => {
    expect(judgeMark(sql, releases)).toMatch(reason);
  });
});
