import { statfs } from 'node:fs/promises';
import type { SystemFinding } from '@overture/contract/admin-system';
import type { Config } from '../../kernel/config.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { ask, found } from './finding.ts';

const GIGABYTE = 1_000_000_000;
const LEAST_NODE = 24;

/** What can be said of the machine without the database. */
export async function checkMachine(ctx: Pick<SystemContext, 'config' | 'ports'>): Promise<SystemFinding[]> {
  return [checkNode(), await checkDisk(ctx.config), await checkFiles(ctx)];
}

function checkNode(): SystemFinding {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= LEAST_NODE) return found('machine', 'Node.js', process.version);
  const advice = `Start by \`npm start\`, which brings Node.js ${LEAST_NODE} along, or install it.`;
  return found('machine', 'Node.js', { status: 'fail', text: `${process.version} is too old.`, advice });
}

function checkDisk({ DATA_DIR }: Config): Promise<SystemFinding> {
  const title = 'Disk';
  const advice = `Free some room: df -h ${DATA_DIR}. A full disk stops the database.`;
  return ask({ area: 'machine', title, advice }, async () => {
    const { bavail, blocks, bsize } = await statfs(DATA_DIR);
    const free = bavail * bsize;
    const text = `${(free / GIGABYTE).toFixed(1)} GB of ${((blocks * bsize) / GIGABYTE).toFixed(0)} GB are free in ${DATA_DIR}.`;
    if (free < GIGABYTE) return { status: 'fail', text, advice };
    return free < 5 * GIGABYTE || bavail / blocks < 0.05 ? { status: 'warn', text, advice } : text;
  });
}

function checkFiles({ config, ports }: Pick<SystemContext, 'config' | 'ports'>): Promise<SystemFinding> {
  const advice = `The program must be able to write in ${config.DATA_DIR}/files: look at its owner and at the disk.`;
  return ask({ area: 'machine', title: 'Files', advice }, async () => {
    const content = Buffer.from('overture doctor');
    const { key } = await ports.files.saveFile('doctor', content, content.length);
    const stored = await ports.files.readFile(key, content.length);
    await ports.files.deleteFile(key);
    if (!stored?.equals(content)) throw new Error('A file that was written came back changed.');
    return 'Written, read and deleted.';
  });
}
