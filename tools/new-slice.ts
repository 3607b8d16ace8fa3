import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scaffoldSlice } from './scaffold-slice.ts';

const name = process.argv[2];
if (!name) {
  process.stderr.write('Say its name: npm run new-slice -- kanban\n');
  process.exit(1);
}
try {
  const files = scaffoldSlice(join(dirname(fileURLToPath(import.meta.url)), '..'), name);
  process.stdout.write(
    `${files.map((file) => `  ${file}`).join('\n')}\nNext: npm run db:generate, then npx biome check --write, then fill it.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
