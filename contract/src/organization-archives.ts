import { RIGHTS } from '@overture/domain/access/permissions';
import { ARCHIVE_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { endpoint, unused } from './endpoint.ts';

const archiveSchema = z.object({
  id: z.number().int(),
  state: z.enum(['waiting', 'working', 'ready', 'failed', 'stopped', 'expired']),
  created_at: z.iso.datetime(),
  /** Who asked for it; null for a person who has left. */
  created_by: z.string().nullable(),
  /** Mailbox passwords are in it, encrypted. */
  has_secrets: z.boolean(),
  rows_done: z.number().int(),
  /** Null until it is counted. */
  rows_total: z.number().int().nullable(),
  size_in_bytes: z.number().int().nullable(),
  /** When the file is deleted. */
  expires_at: z.iso.datetime().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
});
export type OrganizationArchive = z.output<typeof archiveSchema>;

export const organizationArchivesEndpoints = {
  listArchives: endpoint('GET /organization/archives/', {
    summary: 'The last archives of the organization, newest first',
    shows: ['archives'],
    roles: RIGHTS.security,
    ok: z.object({ archives: z.array(archiveSchema).max(ARCHIVE_LIMITS.shown) }),
  }),
  createArchive: endpoint('POST /organization/archives/', {
    summary: 'Make an archive of all that the organization has; one at a time',
    touches: ['archives'],
    roles: RIGHTS.security,
    while_acting: 'refused',
    body: z.object({
      /** Encrypts mailbox passwords; without one they are left out. Never stored, and not recoverable. */
      passphrase: unused(z.string().min(ARCHIVE_LIMITS.passphrase_min).max(ARCHIVE_LIMITS.passphrase_max)),
    }),
    errors: ['step_up_needed', 'conflict'],
    ok: z.object({ archive: archiveSchema }),
  }),
  stopArchive: endpoint('POST /organization/archives/{id}/stop/', {
    summary: 'Stop an archive that is being made; nothing of it is kept',
    touches: ['archives'],
    roles: RIGHTS.security,
    errors: ['conflict'],
    ok: z.object({ archive: archiveSchema }),
  }),
  prepareArchiveDownload: endpoint('POST /organization/archives/{id}/download/', {
    summary: 'Ask for the file of an archive; answers where it is',
    touches: 'nothing',
    roles: RIGHTS.security,
    while_acting: 'refused',
    errors: ['step_up_needed', 'conflict'],
    ok: z.object({ download_url: z.string() }),
  }),
  downloadArchive: endpoint('GET /organization/archives/{id}/file/', {
    summary: 'The file of an archive, as a ZIP',
    roles: RIGHTS.security,
    while_acting: 'refused',
    errors: ['step_up_needed', 'conflict', 'too_many_downloads', 'downloads_busy'],
    ok: z.unknown(),
  }),
};
