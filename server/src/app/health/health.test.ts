import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'prom-client';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer({ environment: { METRICS_TOKEN: 'a token of metrics' } });
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

const get = (url: string, headers = {}) => server.program.app.inject({ url, headers });
const metrics = async () => {
  const { body } = await get('/metrics', { authorization: 'Bearer a token of metrics' });
  return new Map(
    body
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
};

test('backlogs of the installation are measured, and each response is counted', async () => {
  const before = await metrics();
  expect(before.get('overture_database_up')).toBe(1);
  expect(before.get('overture_waiting_events_oldest_seconds')).toBeLessThan(3600);
  await server.owner.query(
    `insert into outbox_events (organization_id, type, payload) select $1, 'a_type_of_no_event', '{}' from generate_series(1, 3)`,
    [person.organization_id],
  );
  await server.owner.query(`update outbox_events set created_at = app_now() - interval '2 hours'`);
  await get('/api/v1/app/');
  const after = await metrics();
  expect(after.get('overture_waiting_events')).toBe((before.get('overture_waiting_events') ?? 0) + 3);
  expect(after.get('overture_waiting_events_oldest_seconds')).toBeGreaterThanOrEqual(7200);
  const counted = 'overture_http_request_seconds_count{route="/api/v1/app/",method="GET",status="2xx"}';
  expect(after.get(counted)).toBe((before.get(counted) ?? 0) + 1);
  await server.owner.query(`delete from outbox_events where type = 'a_type_of_no_event'`);
});

test('every metric that a rule, a panel or the page for operators names exists, and the page names all of ours', async () => {
  await metrics();
  const root = join(import.meta.dirname, '../../../..');
  const load = (path: string) => readFileSync(join(root, path), 'utf8');
  const page = load('docs/operate/monitor.md');
  const declared = register.getMetricsAsArray().map(({ name }) => name);
  const names = (text: string) =>
    [...text.matchAll(/\boverture_[a-z_]+/g)].map(([name]) => name.replace(/_(count|bucket)$/, ''));
  const rules = load('deploy/prometheus/rules.yml');
  for (const text of [page, rules, load('deploy/grafana/overture.json')])
    expect(names(text).filter((name) => !declared.includes(name))).toEqual([]);
  expect(declared.filter((name) => name.startsWith('overture_') && !names(page).includes(name))).toEqual([]);
  const headings = [...load('docs/operate/alerts.md').matchAll(/^## (.+)$/gm)].map(([, title]) =>
    title!.toLowerCase().replaceAll(' ', '-'),
  );
  const runbooks = [...rules.matchAll(/runbook: docs\/operate\/alerts\.md#(\S+)/g)].map(([, anchor]) => anchor);
  expect(runbooks).toHaveLength(14);
  expect(runbooks.filter((anchor) => !headings.includes(anchor!))).toEqual([]);
});

test('a process that is about to end is alive, serves requests and is not ready', async () => {
  expect([(await get('/livez')).statusCode, (await get('/readyz')).statusCode]).toEqual([200, 200]);
  await server.program.drain();
  expect((await get('/readyz')).json()).toEqual({ status: 'draining' });
  const statuses = await Promise.all(['/readyz', '/livez', '/healthz', '/api/v1/app/'].map((url) => get(url)));
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([503, 200, 200, 200]);
});
