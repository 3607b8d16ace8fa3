import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beginWeek, buildCampaigns, type Campaign, connectSenders, WEEKS } from './sample-history/campaigns.ts';
import { exportHistory } from './sample-history/export.ts';
import { Humans } from './sample-history/humans.ts';
import { startWorld, travelTo, type World } from './sample-history/world.ts';

/**
 * Recreates the three months behind the sample organization: the real program with the sandbox runs through them on the
 * movable clock, and its database is then written to a file that every first start loads. `node
 * tools/sample-history.ts`.
 */
const file = join(dirname(fileURLToPath(import.meta.url)), '../server/src/app/samples/history.json.br');
const weeks = Number(process.env.WEEKS ?? WEEKS);

/** Hours (UTC) of a working day at which the clock stops: the window is open, people write back, Ada reads; the last is after work. */
const STOPS = [8, 12.5, 17];
const AFTER_WORK = 17;
const at = (day: Date, hours: number): Date => new Date(day.getTime() + hours * 3_600_000);

async function live(world: World): Promise<Date> {
  const senders = await connectSenders(world);
  const humans = new Humans(world);
  const campaigns: Campaign[] = [];
  const monday = firstMonday(world.now);
  for (let day = 0; day < weeks * 7 - 2; day += 1) {
    const date = at(monday, day * 24);
    const week = Math.floor(day / 7);
    if (day % 7 === 0) {
      await travelTo(world, at(date, 5));
      campaigns.push(...(await buildCampaigns(world, senders, week)));
      for (const campaign of campaigns) await beginWeek(world, campaign, week);
    }
    for (const stop of day % 7 < 5 ? STOPS : [14]) {
      await travelTo(world, at(date, stop));
      await humans.reply();
      if (day % 7 < 5 && stop !== AFTER_WORK) await humans.work(day >= weeks * 7 - 4);
    }
    if (day === 16) await humans.complain();
    process.stdout.write(`${date.toISOString().slice(0, 10)} ${Math.round(performance.now() / 1000)} s\n`);
  }
  return at(monday, (weeks * 7 - 2) * 24);
}

function firstMonday(now: Date): Date {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1);
  return day;
}

const world = await startWorld(join(tmpdir(), 'overture-sample-history.log'));
try {
  const end = await live(world);
  const { bytes, counts } = await exportHistory(world, end);
  await writeFile(process.env.HISTORY_FILE ?? file, bytes);
  process.stdout.write(`${bytes.length} bytes: ${JSON.stringify(counts)}\n`);
} finally {
  await world.server.stop();
}
