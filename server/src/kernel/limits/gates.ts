import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { createGate, type Gate } from './gate.ts';
import { createPresence, type Presence } from './presence.ts';

/** What a process counts while it is under way. */
export interface Gates {
  uploads: Gate;
  /** Files that are soon done. */
  small_uploads: Gate;
  /** Images being resized. */
  pictures: Gate;
  /** Files being read from the database. */
  exports: Gate;
  /** Files being sent. */
  downloads: Gate;
  /** Files for everybody being sent, by the line they go to. */
  public_files: Gate;
  live_connections: Gate;
  /** Which organizations ask at the same time. */
  presence: Presence;
}

export function createGates(): Gates {
  const limits = TENANT_LIMITS;
  return {
    uploads: uploadGate(limits.uploads_per_organization, limits.uploads_in_all, 15),
    small_uploads: uploadGate(limits.small_uploads_per_organization, limits.small_uploads_in_all, 5),
    pictures: uploadGate(limits.pictures_per_organization, limits.pictures_in_all, 5),
    exports: downloadGate(limits.exports_per_organization, limits.exports_in_all, 15),
    downloads: downloadGate(limits.downloads_per_organization, limits.downloads_in_all, 30),
    public_files: downloadGate(limits.public_files_per_line, limits.public_files_in_all, 5),
    live_connections: createGate({
      per_key: limits.live_connections_per_organization,
      in_all: limits.live_connections_in_all,
      own_error: 'too_many_requests',
      shared_error: 'busy',
      retry_after_in_seconds: 30,
    }),
    presence: createPresence(),
  };
}

const uploadGate = (per_key: number, in_all: number, retry_after_in_seconds: number): Gate =>
  createGate({ per_key, in_all, own_error: 'too_many_uploads', shared_error: 'uploads_busy', retry_after_in_seconds });

const downloadGate = (per_key: number, in_all: number, retry_after_in_seconds: number): Gate =>
  createGate({
    per_key,
    in_all,
    own_error: 'too_many_downloads',
    shared_error: 'downloads_busy',
    retry_after_in_seconds,
  });
