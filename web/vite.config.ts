import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.API_ORIGIN ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
  // The package's root index alone costs seconds in development: 6,000 icons are listed in it.
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/files': server, '/ws': { target: server, ws: true } },
  },
  build: {
    manifest: true,
    target: 'es2023',
    sourcemap: false,
    // One style sheet per lazy screen would shift the layout when it arrives late.
    cssCodeSplit: true,
    chunkSizeWarningLimit: 700,
  },
});
