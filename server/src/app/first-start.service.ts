import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { ConfigError } from '../kernel/config.ts';
import type { SystemContext } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import { createApiKey } from '../slices/api-keys/index.ts';
import { createFirstPerson, hasPeople } from '../slices/user-commands/index.ts';

/**
 * Creates the first organization, its ADMIN and a key of the API as the settings `INIT_*` ask: no browser is needed. An installation that has
 * users is left unchanged, so the settings may stay. Several processes may start at the same time.
 * @throws ConfigError in words; nothing was created
 */
export async function prepareFirstStart(system: SystemContext): Promise<void> {
  const { INIT_ADMIN_EMAIL: email, INIT_ADMIN_PASSWORD: password, INIT_API_KEY_FILE: path } = system.config;
  if (email === undefined && password === undefined) return;
  if (email === undefined || password === undefined)
    throw new ConfigError('INIT_ADMIN_EMAIL and INIT_ADMIN_PASSWORD are set together.');
  if (await hasPeople(system)) return;
  const first = { email, password, name: system.config.INIT_ADMIN_NAME, organization: system.config.INIT_ORGANIZATION };
  if (path === undefined) await createFirst(system, first);
  else await createWithKey(system, first, path);
}

type First = Parameters<typeof createFirstPerson>[1];

async function createFirst(system: SystemContext, first: First) {
  const created = await createFirstPerson(system, first).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw new ConfigError(`INIT_ADMIN_PASSWORD: ${Object.values(error.details ?? {})[0] ?? error.message}`);
  });
  if (created) system.log.info({ organization_id: created.organization_id }, 'first organization and ADMIN created');
  return created;
}

/** A path that cannot be written is found before anything is created: the file is written beside it and linked once it holds the key. */
async function createWithKey(system: SystemContext, first: First, path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    if (existsSync(path) && !(await hasPeople(system))) throw new Error('it exists');
    await writeFile(draft, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`INIT_API_KEY_FILE: the file cannot be created (${reason}).`);
  }
  try {
    const created = await createFirst(system, first);
    if (created === null) return;
    const { id, organization_id } = created;
    const ctx = system.forOrganization(organization_id, { id, role: 'ADMIN', actor_id: id });
    const key = { name: 'First start', kind: 'program', scopes: KEY_BUNDLES.send.scopes } as const;
    await writeFile(draft, `${(await createApiKey(ctx, key)).secret}\n`);
    await link(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
