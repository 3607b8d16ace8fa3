import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSourceFiles } from '../source-files.ts';
import { findFault, fingerprintOf } from './pattern-law.ts';
import { findPatterns, findTechnologyPatterns } from './patterns.ts';

/**
 * Proves every pattern of the tree again and writes the fingerprints of linear ones: `node
 * tools/laws/patterns/prove-patterns.ts`. Takes a few minutes. Running it is optional: the law proves patterns that the list
 * lacks, and the list only saves time.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const technologies = 'adapters/src/sources/technologies/technology-rules.json';
const { patterns } = findPatterns(readSourceFiles(root));
const all = [...patterns, ...findTechnologyPatterns(technologies, readFileSync(join(root, technologies), 'utf8'))];
const distinct = new Map(all.map((pattern) => [fingerprintOf(pattern), pattern]));
const proven: string[] = [];
for (const [fingerprint, pattern] of distinct) {
  const fault = findFault(pattern);
  if (fault === null) proven.push(fingerprint);
  else console.error(`${pattern.path}: /${pattern.source}/${pattern.flags}: ${fault}`);
}
writeFileSync(join(root, 'tools/laws/patterns/pattern-proofs.txt'), `${proven.sort().join('\n')}\n`);
console.error(`${proven.length} of ${distinct.size} patterns are linear`);
