import { z } from 'zod';

/**
 * A backup is one tar file: `overture-backup.json` first, then every table as parts of PostgreSQL's own text format (gzip),
 * then the files of DATA_DIR, and `manifest.json` last. Without the last one the backup is incomplete.
 */
export const FORMAT = 1;
export const HEAD_ENTRY = 'overture-backup.json';
export const MANIFEST_ENTRY = 'manifest.json';
export const DATA_PREFIX = 'data/';

const name = z.string().min(1).max(200);
const count = z.number().int().min(0);

export const headSchema = z.object({
  format: z.number().int(),
  version: z.string().max(100),
  created_at: z.iso.datetime(),
  postgres_version: z.string().max(200),
  /** In the order in which they were made. */
  migrations: z.array(name).max(10_000),
  /** Distinguishes secret keys and reveals nothing about them. */
  key_id: z.string().max(100),
  /** Whether the key is in the backup: the program generated it. */
  has_key: z.boolean(),
});
export type BackupHead = z.output<typeof headSchema>;

const tableSchema = z.object({
  schema: z.enum(['public', 'graphile_worker']),
  name,
  columns: z.array(name).min(1).max(2000),
  rows: count,
  parts: count,
});
export type BackupTable = z.output<typeof tableSchema>;

export const manifestSchema = z.object({
  tables: z.array(tableSchema).max(10_000),
  sequences: z.array(z.object({ name, last_value: z.number(), is_called: z.boolean() })).max(10_000),
  /** Months of `campaign_events`, as 2026-11. */
  event_months: z.array(z.string().regex(/^\d{4}-\d{2}$/)).max(10_000),
  entries: z.record(z.string(), z.object({ size: count, sha256: z.string() })),
});
export type BackupManifest = z.output<typeof manifestSchema>;

export const partName = ({ schema, name: table }: Pick<BackupTable, 'schema' | 'name'>, part: number): string =>
  `tables/${schema}.${table}/${String(part).padStart(6, '0')}.copy.gz`;

/** A message for the operator: the archive, or its destination, is not as it must be. */
export class BackupError extends Error {}
