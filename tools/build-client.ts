import { join } from 'node:path';
import { buildPackage } from '../packages/client/build/build-package.ts';

// `npm run client`: the package @overture/client as it is published, in packages/client/dist.
const target = join(import.meta.dirname, '../packages/client/dist');
buildPackage(target);
process.stdout.write(`Built ${target}: npm publish ${target}\n`);
