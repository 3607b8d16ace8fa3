import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
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

const LICENSES = 'third-party-licenses.md';

/** Vite writes the licenses of packages with scripts. The font comes by a style sheet alone. */
function licenseOfFont(): Plugin {
  const font = join(import.meta.dirname, '../node_modules/@fontsource-variable/inter');
  return {
    name: 'license-of-font',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const file = bundle[LICENSES];
        if (file?.type !== 'asset') return;
        const { name, version, license } = JSON.parse(readFileSync(join(font, 'package.json'), 'utf8'));
        const text = readFileSync(join(font, 'LICENSE'), 'utf8');
        file.source = `${file.source}\n## ${name} - ${version} (${license})\n\n${text}`;
      },
    },
  };
}

export default defineConfig(async ({ command }) => ({
  plugins: [...plugins(), licenseOfFont(), compressedCopies()],
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
    // Licenses ask for their text to come along. Nothing loads it: docs/security/dependencies.md says where it is.
    license: { fileName: LICENSES },
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
