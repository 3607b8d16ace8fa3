import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SystemContext } from '../../kernel/context.ts';
import { queueFileDeletions } from '../../kernel/uploads/file-deletions.ts';
import { beginErasure, eraseBatch } from './erase-people.service.ts';
import { allowTime } from './erasures.store.ts';
import * as store from './journal.store.ts';

/*
 * The journal of erasures: a file beside the database, so a restored backup does not bring back who was erased since. It holds digests
 * and their key, no names. A line for each batch.
 */

const JOURNAL = 'erasures.ndjson';

const lineSchema = z.object({
  id: z.uuid(),
  installation_id: z.string(),
  organization_id: z.number().int(),
  secret: z.uuid(),
  digests: z.array(z.string().length(64)),
  erased_at: z.string(),
});
type Line = z.output<typeof lineSchema>;

const AT_ONCE = 200;

const pathOf = ({ config }: Pick<SystemContext, 'config'>): string => join(config.DATA_DIR, JOURNAL);

/** Writes what was erased into the journal, and leaves the files that only the erased rows named to the loop that deletes them. */
export async function writeJournal(system: SystemContext): Promise<void> {
  for (;;) {
    const written = await system.systemTransaction(async (tx) => {
      const batches = await store.lockUnwritten(tx, AT_ONCE);
      if (batches.length === 0) return 0;
      const installation_id = await store.getInstallationId(tx);
      const lines = batches.flatMap(({ journal_id, organization_id, secret, digests, erased_at }): Line[] =>
        digests.length === 0 || secret === null
          ? []
          : [{ id: journal_id, installation_id, organization_id, secret, digests, erased_at: erased_at.toISOString() }],
      );
      await append(pathOf(system), lines);
      await queueFileDeletions(
        tx,
        batches.flatMap((batch) => batch.file_keys),
      );
      await store.markWritten(
        tx,
        batches.map(({ id }) => id),
      );
      return batches.length;
    });
    if (written < AT_ONCE) return;
  }
}

/** On disk before it returns. Each line begins with a line break: a line that a crash cut short spoils no other one. */
async function append(path: string, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(lines.map((line) => `\n${JSON.stringify(line)}`).join(''));
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Lines of the journal; one that a crash cut short is left out: its batch was written again. */
async function loadLines(path: string): Promise<Line[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      return [lineSchema.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

/**
 * Erases again who is in the journal and not in the database, as after a restore of an older backup. Called before anything is sent.
 * Returns how many leads went.
 */
export async function replayJournal(system: SystemContext): Promise<number> {
  const lines = await loadLines(pathOf(system));
  if (lines.length === 0) return 0;
  const { unknown, organizations } = await system.systemTransaction(async (tx) => {
    const installation = await store.getInstallationId(tx);
    const own = lines.filter((line) => line.installation_id === installation);
    const missing = new Set(
      await store.listUnknown(
        tx,
        own.map(({ id }) => id),
      ),
    );
    const found = own.filter(({ id }) => missing.has(id));
    const known = await store.mapOrganizations(tx, [...new Set(found.map((line) => line.organization_id))]);
    // A restore reuses ids: an organization that is younger than the line is another one.
    const isOf = ({ organization_id, erased_at }: Line) => {
      const created_at = known.get(organization_id);
      return created_at !== undefined && created_at <= new Date(erased_at);
    };
    const lost = found.filter(isOf);
    return { unknown: lost, organizations: [...new Set(lost.map((line) => line.organization_id))] };
  });
  let erased = 0;
  for (const id of organizations)
    erased += await replayOrganization(
      system,
      id,
      unknown.filter((line) => line.organization_id === id),
    );
  if (erased > 0) system.log.warn({ people: erased }, 'people erased again after a restore');
  return erased;
}

async function replayOrganization(
  system: SystemContext,
  organizationId: number,
  lines: readonly Line[],
): Promise<number> {
  const begun = await system.forOrganization(organizationId).transaction(async (tx) => {
    // Every lead is read, and no worker starts before it is done.
    await allowTime(tx, '10min');
    const own = [];
    for (const line of lines) if (await store.restoreKey(tx, line.secret)) own.push(line);
    if (own.length < lines.length)
      tx.log.error({ organization_id: organizationId }, 'erasures of another key cannot be replayed');
    const people = await store.restoreDigests(
      tx,
      own.flatMap(({ digests }) => digests),
    );
    const job =
      people.length === 0 ? undefined : await beginErasure(tx, people, { origin: 'restore', with_crm: false });
    await store.markReplayed(tx, job?.id ?? null, [...new Set(own.map(({ id }) => id))]);
    return job?.prospect_ids.length ?? 0;
  });
  while ((await eraseBatch(system, organizationId)) > 0);
  return begun;
}
