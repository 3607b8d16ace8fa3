import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { createGate, type Gate } from './gate.ts';
import { createPresence, type Presence } from './presence.ts';

/** What a process counts while it is under way. */
export interface Gates {
  uploads: Gate;
  /** Files that are soon done. */
  small_uploads: Gate;
  /** Files being read from the database. */
  exports: Gate;
  /** Files being sent. */
  downloads: Gate;
  live_connections: Gate;
  /** Which organisations ask at the same time. */
  presence: Presence;
}

export function createGates(): Gates {
  return {
    uploads: createGate({
      per_key: TENANT_LIMITS.uploads_per_organization,
      in_all: TENANT_LIMITS.uploads_in_all,
      own_error: 'too_many_uploads',
      shared_error: 'uploads_busy',
      retry_after_in_seconds: 15,
    }),
    small_uploads: createGate({
      per_key: TENANT_LIMITS.small_uploads_per_organization,
      in_all: TENANT_LIMITS.small_uploads_in_all,
      own_error: 'too_many_uploads',
      shared_error: 'uploads_busy',
      retry_after_in_seconds: 5,
    }),
    exports: createGate({
      per_key: TENANT_LIMITS.exports_per_organization,
      in_all: TENANT_LIMITS.exports_in_all,
      own_error: 'too_many_downloads',
      shared_error: 'downloads_busy',
      retry_after_in_seconds: 15,
    }),
    downloads: createGate({
      per_key: TENANT_LIMITS.downloads_per_organization,
      in_all: TENANT_LIMITS.downloads_in_all,
      own_error: 'too_many_downloads',
      shared_error: 'downloads_busy',
      retry_after_in_seconds: 30,
    }),
    live_connections: createGate({
      per_key: TENANT_LIMITS.live_connections_per_organization,
      in_all: TENANT_LIMITS.live_connections_in_all,
      own_error: 'too_many_requests',
      shared_error: 'busy',
      retry_after_in_seconds: 30,
    }),
    presence: createPresence(),
  };
}
