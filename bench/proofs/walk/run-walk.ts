import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WalkedTask } from './walker.ts';

/** Walks the tasks of a configuration of Playwright in Chromium (`CHROMIUM_PATH`). Those that passed are returned. */
export function runWalk(config: string): { is_passed: boolean; walked: WalkedTask[] } {
  const folder = mkdtempSync(join(tmpdir(), 'overture-walk-'));
  const results = join(folder, 'results.jsonl');
  try {
    const command = join(fileURLToPath(import.meta.resolve('@playwright/test')), '../cli.js');
    const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
    const { status } = spawnSync(process.execPath, [command, 'test', '-c', config], {
      cwd: join(import.meta.dirname, '../../..'),
      stdio: 'inherit',
      env: {
        ...process.env,
        WALK_RESULTS: results,
        ...(existsSync(chromium) ? { CHROMIUM_PATH: chromium } : {}),
      },
    });
    const lines = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n').filter(Boolean) : [];
    return { is_passed: status === 0, walked: lines.map((line) => JSON.parse(line) as WalkedTask) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
