import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Leaves a `.br` and a `.gz` beside every text file: the server compresses nothing while it serves. */
export function compressedCopies(): Plugin {
  let outDir = '';
  return {
    name: 'compressed-copies',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = (await readdir(join(outDir, 'assets'))).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        files.map(async (name) => {
          const path = join(outDir, 'assets', name);
          const text = await readFile(path);
          await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
          await writeFile(`${path}.br`, await promisify(brotliCompress)(text));
        }),
      );
    },
  };
}
