import { Readable } from 'node:stream';
import { ARCHIVE_LIMITS } from '@overture/domain/limits';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { DatabaseUnavailable } from '../../kernel/db/outage.ts';
import { ApiError } from '../../kernel/errors.ts';
import { requireDiskSpace } from '../../kernel/limits/disk-space.ts';
import { readSlowly } from '../../kernel/limits/slow-down.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import type { Loop, Task } from '../../kernel/slice.ts';
import { insertManagerNotices } from '../notices/index.ts';
import { writeArchive } from './archive-writer.service.ts';
import { keyPurpose } from './organization-archives.service.ts';
import * as store from './organization-archives.store.ts';

const MAX_ATTEMPTS = 5;
const SAVED_EVERY_MS = 1000;
/** The disk is checked again after this much. */
const CHECKED_EVERY_BYTES = 64 * 1024 * 1024;

/** Stopped by a user, or begun again by another worker. */
class ArchiveEndedError extends Error {}

/** Makes a requested archive. One that was interrupted begins again; its incomplete file is deleted. */
export const makeArchive: Task = async (system, payload, signal) => {
  const ctx = system.forOrganization(Number(payload.organization_id));
  const claimed = await ctx.transaction((tx) => store.claimArchive(tx, Number(payload.archive_id)));
  if (!claimed) return;
  try {
    if (claimed.attempts > MAX_ATTEMPTS) throw new Error('the archive was interrupted too often');
    await saveArchive(system, ctx, claimed, signal);
  } catch (error) {
    if (error instanceof ArchiveEndedError) return;
    if (signal.aborted || error instanceof DatabaseUnavailable) throw error;
    ctx.log.error({ err: error, archive_id: claimed.id }, 'archive failed');
    await ctx.transaction((tx) => store.failArchive(tx, claimed, describeFailure(error)));
  }
};

async function saveArchive(
  system: SystemContext,
  ctx: Context,
  claimed: store.ClaimedArchive,
  signal: AbortSignal,
): Promise<void> {
  let savedAt = 0;
  const content = writeArchive(system, {
    organization_id: ctx.organization.id,
    seal: openKey(ctx, claimed),
    async onProgress(done, total) {
      if (signal.aborted) throw new Error('the server is stopping; the archive begins again after its next start');
      if (performance.now() - savedAt < SAVED_EVERY_MS) return;
      savedAt = performance.now();
      if (!(await ctx.transaction((tx) => store.saveProgress(tx, claimed, done, total)))) throw new ArchiveEndedError();
    },
  });
  const rate = (): number =>
    ctx.gates.presence.isAlone(ctx.organization.id)
      ? Number.POSITIVE_INFINITY
      : TENANT_LIMITS.export_bytes_per_second_beside_others;
  const paced = Readable.from(withRoom(ctx, readSlowly(content, rate)), { objectMode: false });
  const file = await ctx.ports.files.saveFile('archives', paced, ARCHIVE_LIMITS.max_bytes);
  const isWanted = await ctx.transaction(async (tx) => {
    if (!(await store.finishArchive(tx, claimed, file))) return false;
    await insertManagerNotices(tx, {
      subject: 'Your archive is ready',
      paragraphs: [
        `The archive of your organization is ready. Download it within ${ARCHIVE_LIMITS.kept_in_days} days; then it is deleted.`,
        "If your team didn't request it, check the security log and your team's sessions.",
      ],
      path: '/settings/data',
    });
    return true;
  });
  if (!isWanted) await ctx.ports.files.deleteFile(file.key);
}

function openKey(ctx: Context, { sealed_key, salt }: store.ClaimedArchive): { key: Buffer; salt: string } | null {
  if (sealed_key === null || salt === null) return null;
  return { key: Buffer.from(ctx.vault.open(keyPurpose, sealed_key), 'base64'), salt };
}

async function* withRoom({ config }: Context, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = 0;
  for await (const piece of content) {
    if (left <= 0) {
      await requireDiskSpace(config.DATA_DIR, CHECKED_EVERY_BYTES);
      left = CHECKED_EVERY_BYTES;
    }
    left -= piece.length;
    yield piece;
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'no_room_for_file')
    return 'The disk of the installation has no room for the archive. Ask its operator.';
  return "Couldn't make the archive. Try again; if it fails again, contact support.";
}

/** Deletes files whose time is over. */
export const expireArchives: Loop = {
  name: store.EXPIRY_LOOP,
  interval_in_ms: 600_000,
  async run(system, signal) {
    const units = await store.listExpiredFiles(system);
    await runUnits(
      system,
      {
        loop: store.EXPIRY_LOOP,
        units,
        share: units.length,
        at_once: 2,
        time_box_in_ms: 30_000,
        async run({ id, organization_id, file_key }) {
          await system.ports.files.deleteFile(file_key);
          await system.forOrganization(organization_id).transaction((tx) => store.expireArchive(tx, id));
        },
      },
      signal,
    );
  },
};
