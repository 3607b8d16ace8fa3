import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

test.each(['made', 'found open'])(
  'the folder of an installation is closed to other users when it is %s',
  async (how) => {
    const home = await mkdtemp(join(tmpdir(), 'overture-folder-'));
    const directory = how === 'made' ? join(home, 'data') : home;
    await chmod(home, 0o755);
    loadConfig({ NODE_ENV: 'test', DATA_DIR: directory });
    expect(((await stat(directory)).mode & 0o777).toString(8)).toBe('700');
    await rm(home, { recursive: true });
  },
);

test('a folder that belongs to everybody is refused and left as it is', async () => {
  const home = await mkdtemp(join(tmpdir(), 'overture-folder-'));
  await chmod(home, 0o1777);
  expect(() => loadConfig({ NODE_ENV: 'test', DATA_DIR: home })).toThrow(ConfigError);
  expect(((await stat(home)).mode & 0o7777).toString(8)).toBe('1777');
  await rm(home, { recursive: true });
});
