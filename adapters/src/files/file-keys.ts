import { randomBytes } from 'node:crypto';
import { BadFileKeyError } from './files.port.ts';

/** `<folder>/<two letters>/<32 letters>`: the only form that becomes a path or the name of an object. */
const KEY = /^[a-z0-9][a-z0-9-]{0,39}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;
const FOLDER = /^[a-z0-9][a-z0-9-]{0,39}$/;

export const isFileKey = (key: string): boolean => KEY.test(key);

/** @throws BadFileKeyError */
export function requireFileKey(key: string): string {
  if (!isFileKey(key)) throw new BadFileKeyError('This is not the key of a stored file.');
  return key;
}

/** A new key. It cannot be guessed, and it contains nothing of the file. @throws BadFileKeyError */
export function makeFileKey(folder: string): string {
  if (!FOLDER.test(folder)) throw new BadFileKeyError(`"${folder}" is not a folder name.`);
  const id = randomBytes(16).toString('hex');
  return `${folder}/${id.slice(0, 2)}/${id}`;
}
