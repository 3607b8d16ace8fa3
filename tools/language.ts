import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Counts,
  countByFolder,
  findAllDialect,
  folderOf,
  KINDS,
  readAllowance,
} from './laws/language/language-law.ts';

/**
 * `node tools/run.mjs language FOLDER...` lists what the law of language finds in these folders (`domain`, `server/src/slices/chats`);
 * with `--lower` it writes today's figures into the allowance where they are lower.
 */
const folders = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const findings = findAllDialect(join(import.meta.dirname, '..'));
for (const { kind, path, line, text } of findings)
  if (folders.some((folder) => folderOf(path) === folder || path.startsWith(`${folder}/`)))
    process.stdout.write(`${path}:${line} ${kind} ${text}\n`);

if (process.argv.includes('--lower')) {
  const [counts, allowed] = [countByFolder(findings), readAllowance()];
  const lowered = Object.keys(allowed).map((folder) => {
    const figures = KINDS.map((kind) => [kind, Math.min(counts[folder]?.[kind] ?? 0, allowed[folder]?.[kind] ?? 0)]);
    return [folder, Object.fromEntries(figures.filter(([, figure]) => figure !== 0))];
  });
  const left = Object.fromEntries(lowered.filter(([, figures]) => Object.keys(figures as Counts).length > 0));
  writeFileSync(join(import.meta.dirname, 'laws/language/allowance.json'), `${JSON.stringify(left, null, 2)}\n`);
}
