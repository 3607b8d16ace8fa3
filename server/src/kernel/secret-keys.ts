import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { SecretKeys } from './crypto.ts';

/** `secrets.json` in DATA_DIR: the key of an installation that was given none, and former ones until nothing needs them. */
const storedSchema = z.object({
  secret_key: z.string().min(32),
  previous: z.array(z.object({ secret_key: z.string().min(32), retired_at: z.iso.datetime() })).default([]),
});
export type GeneratedKeys = z.output<typeof storedSchema>;

const fileIn = (dataDirectory: string): string => join(dataDirectory, 'secrets.json');

/** The generated key, made at the first start: trying needs no setting, and sealed secrets survive a restart. */
export function loadGeneratedKeys(dataDirectory: string): GeneratedKeys {
  const file = fileIn(dataDirectory);
  if (!existsSync(file)) makeFirst(file);
  return storedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Of processes that start together one creates it: a link does not replace a file. */
function makeFirst(file: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, toText({ secret_key: newSecretKey(), previous: [] }), { mode: 0o600, flush: true });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

const toText = (keys: GeneratedKeys): string => `${JSON.stringify(keys, null, 2)}\n`;

/** Atomic: a process that reads at the same time sees the former file. */
export function writeGeneratedKeys(dataDirectory: string, keys: GeneratedKeys): void {
  const file = fileIn(dataDirectory);
  writeFileSync(`${file}.new`, toText(keys), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

export const newSecretKey = (): string => randomBytes(32).toString('base64url');

interface KeySettings {
  SECRET_KEY: string;
  SECRET_KEY_PREVIOUS: readonly string[];
  has_generated_key: boolean;
  DATA_DIR: string;
}

/**
 * The keys of an installation. Those of the settings stay as they are until the next start; a generated one is taken up by every
 * process as soon as it was changed.
 */
export function followSecretKeys(config: KeySettings): () => SecretKeys {
  let keys: SecretKeys = { current: config.SECRET_KEY, previous: config.SECRET_KEY_PREVIOUS };
  if (!config.has_generated_key) return () => keys;
  let readAt = 0;
  return () => {
    const changedAt = statSync(fileIn(config.DATA_DIR), { throwIfNoEntry: false })?.mtimeMs ?? readAt;
    if (changedAt === readAt) return keys;
    readAt = changedAt;
    const stored = loadGeneratedKeys(config.DATA_DIR);
    // A process keeps the keys it has seen: a former key is removed from the file, but mails sent with it are still valid.
    const former = [...stored.previous.map((key) => key.secret_key), keys.current, ...keys.previous];
    keys = {
      current: stored.secret_key,
      previous: [...new Set(former)].filter((key) => key !== stored.secret_key),
    };
    return keys;
  };
}
