import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('every package, the chart and the top of the changelog have one version', () => {
  const [, released] = /^## (\S+) \(\d{4}-\d{2}-\d{2}\)$/m.exec(read('CHANGELOG.md')) ?? [];
  const folders = ['.', 'docs', 'packages/n8n-nodes-overture', ...JSON.parse(read('package.json')).workspaces];
  const versions = folders.map((folder) => [folder, JSON.parse(read(join(folder, 'package.json'))).version]);
  const chart = [...read('deploy/helm/overture/Chart.yaml').matchAll(/^(?:appV|v)ersion: (.+)$/gm)];
  expect(chart.map(([, version]) => version)).toEqual([released, released]);
  expect(versions.filter(([, version]) => version !== released)).toEqual([]);
});
