import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunksByPage } from './bundle/chunks-by-page.ts';
import { compiledTexts } from './bundle/compile-texts.ts';
import { compressedCopies } from './bundle/compressed-copies.ts';
import { contractWithoutSchemas } from './bundle/contract-for-browser.ts';
import { finishedTagTable } from './bundle/tag-table.ts';
import { usedParts } from './bundle/used-parts.ts';
import { withoutArrows } from './bundle/without-arrows.ts';
import { withoutTransitions } from './bundle/without-transitions.ts';

const server = process.env.API_ORIGIN ?? 'http://localhost:3000';

const plugins = () => [
  finishedTagTable(),
  contractWithoutSchemas(),
  compiledTexts(),
  usedParts(),
  withoutArrows(),
  withoutTransitions(),
  react(),
  tailwind(),
];
const target = 'es2023';
/** Names of classes travel in the scripts: a mark of their sheet and no line number. */
const scopedName = (name: string, path: string): string =>
  `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, path))
    .digest('hex')
    .slice(0, 4)}`;

export default defineConfig(async ({ command }) => ({
  plugins: [...plugins(), compressedCopies()],
  // Workspace packages are sources, not dependencies to bundle ahead.
  optimizeDeps: { exclude: ['@overture/contract', '@overture/domain'] },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/files': server, '/ws': { target: server, ws: true } },
  },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    manifest: true,
    target,
    sourcemap: false,
    modulePreload: {
      // Browsers of the target know it.
      polyfill: false,
      // What every page has loaded is named by its first file alone.
      resolveDependencies: (_file: string, names: string[], { hostId }: { hostId: string }) =>
        /^assets\/index-/.test(hostId)
          ? names
          : names.filter((name) => !/^assets\/(?:index|rolldown-runtime|frame|shell)-/.test(name)),
    },
    rolldownOptions: {
      output: {
        // Every page carries the names of the files that it may load next: of a shared file only its first page.
        chunkFileNames: ({ name }: { name: string }) => `assets/${name.split('.')[0]}-[hash].js`,
        codeSplitting: {
          // Every module has its file by the pages that need it; taken along by its users it would land in another page's.
          includeDependenciesRecursively: false,
          groups:
            command === 'build'
              ? await chunksByPage({ root: import.meta.dirname, plugins: plugins(), build: { target } })
              : [],
        },
      },
    },
    // The rich text editor is the largest part that is loaded on demand.
    chunkSizeWarningLimit: 700,
  },
}));
