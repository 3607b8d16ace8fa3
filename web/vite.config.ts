import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = process.env.API_ORIGIN ?? 'http://localhost:3000';
const schemaFree = fileURLToPath(new URL('./src/lib/schema-free.ts', import.meta.url));

/** The contract's zod schemas check on the server; in the browser only paths, methods and types of the contract are used. */
function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'zod' && importer?.includes('/contract/src/') ? schemaFree : null),
  };
}

/** Leaves a `.br` and a `.gz` beside every text file, so that the server compresses nothing while it serves. */
function compressedCopies(): Plugin {
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

export default defineConfig({
  plugins: [contractWithoutSchemas(), react(), compressedCopies()],
  // Workspace packages are sources, not dependencies to bundle ahead.
  optimizeDeps: { exclude: ['@overture/contract', '@overture/domain'] },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/files': server, '/ws': { target: server, ws: true } },
  },
  build: {
    manifest: true,
    target: 'es2023',
    sourcemap: false,
    // The rich text editor is the largest part that is loaded on demand.
    chunkSizeWarningLimit: 700,
  },
});
