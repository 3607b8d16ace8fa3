import { fileURLToPath } from 'node:url';
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

export default defineConfig({
  plugins: [contractWithoutSchemas(), react()],
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
