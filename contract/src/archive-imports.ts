import { RIGHTS } from '@overture/domain/access/permissions';
import { ARCHIVE_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { endpoint, unused } from './endpoint.ts';

const count = z.number().int();

const collisionSchema = z.object({
  /** What they are: campaigns, lists. */
  kind: z.string(),
  total: count,
  /** The first ones. */
  names: z.array(z.string()),
});

const reportSchema = z.object({
  organization: z.string(),
  archived_at: z.iso.datetime(),
  app_version: z.string(),
  groups: z.array(z.object({ title: z.string(), rows: count })),
  files: count,
  has_secrets: z.boolean(),
  /** The passphrase was given: it opens the mailbox passwords. */
  opens_secrets: z.boolean(),
  leads: count,
  /** Leads that are here already. */
  known_leads: count,
  /** Leads that were erased here on request, and stay erased. */
  erased_leads: count,
  running_campaigns: count,
  /** Senders to connect again. */
  senders: z.array(z.string()),
  /** The same names are here already; both stay. */
  collisions: z.array(collisionSchema),
  left_out: z.array(z.object({ title: z.string(), rows: count, reason: z.string() })),
});
export type ArchiveImportReport = z.output<typeof reportSchema>;

const importSchema = z.object({
  id: z.number().int(),
  state: z.enum([
    ...(['checking', 'refused', 'checked', 'discarded', 'working', 'stopped', 'failed', 'done'] as const),
    ...(['undoing', 'undone'] as const),
  ]),
  file_name: z.string(),
  size_in_bytes: count,
  created_at: z.iso.datetime(),
  /** Null for a person who has left. */
  created_by: z.string().nullable(),
  rows_done: count,
  /** Null until it is counted. */
  rows_total: count.nullable(),
  report: reportSchema.nullable(),
  /** What was made, what was here already, and what was left out, by what it is. */
  results: z.array(
    z.object({
      title: z.string(),
      made: count,
      found: count,
      left_out: z.array(z.object({ reason: z.string(), rows: count })),
    }),
  ),
  /** Until when it can be undone, and a stopped one continued. */
  expires_at: z.iso.datetime().nullable(),
  /** Why it was refused, or failed. */
  error: z.string().nullable(),
});
export type ArchiveImport = z.output<typeof importSchema>;

const changed = { touches: ['archive_imports'], roles: RIGHTS.security, while_acting: 'refused' } as const;
const answer = z.object({ import: importSchema });

export const archiveImportsEndpoints = {
  listArchiveImports: endpoint('GET /organization/archive-imports/', {
    summary: 'The last archives that were moved in, newest first',
    shows: ['archive_imports'],
    roles: RIGHTS.security,
    ok: z.object({ imports: z.array(importSchema).max(ARCHIVE_LIMITS.shown) }),
  }),
  createArchiveImport: endpoint('POST /organization/archive-imports/', {
    summary: 'Upload an archive and have it checked; nothing is moved in yet. One at a time',
    ...changed,
    multipart: { max_file_bytes: ARCHIVE_LIMITS.upload_max_bytes },
    body: z.object({
      /** Of the archive. Without it, mailbox passwords and the digests of erased people stay in the archive. */
      passphrase: unused(z.string().max(ARCHIVE_LIMITS.passphrase_max)),
    }),
    errors: ['step_up_needed', 'conflict', 'archive_refused', 'too_large', 'no_room_for_file'],
    ok: answer,
  }),
  startArchiveImport: endpoint('POST /organization/archive-imports/{id}/start/', {
    summary: 'Move in a checked archive, or continue one that was stopped. Campaigns arrive paused and nothing is sent',
    ...changed,
    errors: ['step_up_needed', 'conflict'],
    ok: answer,
  }),
  stopArchiveImport: endpoint('POST /organization/archive-imports/{id}/stop/', {
    summary: 'Stop moving in; it can be continued or undone. A checked archive is discarded',
    ...changed,
    errors: ['conflict'],
    ok: answer,
  }),
  undoArchiveImport: endpoint('POST /organization/archive-imports/{id}/undo/', {
    summary: 'Delete everything that the archive brought in',
    ...changed,
    errors: ['step_up_needed', 'conflict'],
    ok: answer,
  }),
};
