import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SECURITY_EVENT_NAMES } from '@overture/domain/security/events';
import { expect, test } from 'vitest';
import { renderSecurityLogPage } from './security-log-page.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Sources that may record an event: the server's own and the calls of the contract, tests apart. */
function readSources(): string {
  return ['server/src', 'contract/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|^testing\//.test(path))
        .map((path) => readFileSync(join(root, folder, path), 'utf8')),
    )
    .join('\n');
}

/** Events of things that the product cannot do yet; an event leaves this list with its feature. */
const NOT_YET: readonly string[] = [
  'acting_started',
  'acting_ended',
  'member_added',
  'member_invited',
  'member_removed',
  'role_changed',
];

test('every event of the security log is recorded somewhere, or waits for its feature', () => {
  const sources = readSources();
  const unrecorded = SECURITY_EVENT_NAMES.filter((name) => !sources.includes(`'${name}'`));
  expect(unrecorded.filter((name) => !NOT_YET.includes(name))).toEqual([]);
});

test('docs/security/log.md says what the log says', async () => {
  await expect(renderSecurityLogPage()).toMatchFileSnapshot('../../docs/security/log.md');
});
