import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Leaves a `.br` and a `.gz` beside every text file: the server compresses nothing while it serves. */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    // Not when the bundle closes: a failed build closes it too, and the missing folder would hide why it failed.
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /^assets\/.+\.(js|css|svg)$/.test(name));
      await Promise.all(
        files.map(async (name) => {
          const path = join(dir, name);
          const text = await readFile(path);
          await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
          await writeFile(`${path}.br`, await promisify(brotliCompress)(text));
        }),
      );
    },
  };
}
