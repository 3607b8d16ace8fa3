import { statfs } from 'node:fs/promises';
import type { SystemFinding } from '@overture/contract/admin-system';
import type { Config } from '../../kernel/config.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { ask, found } from './finding.ts';

const GIGABYTE = 1_000_000_000;
const LEAST_NODE = 24;
/** A bucket is asked four times, and may answer slowly. */
const FILES_LIMIT_IN_MS = 15_000;

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
  const inFolder = `The program must be able to write in ${config.DATA_DIR}/files: look at its owner and at the disk.`;
  const advice =
    config.FILES_S3_BUCKET === undefined
      ? inFolder
      : 'Look at the settings FILES_S3_..., and at docs/operate/files.md.';
  return ask({ area: 'machine', title: 'Files', advice, limit_in_ms: FILES_LIMIT_IN_MS }, () => ports.files.check());
}
