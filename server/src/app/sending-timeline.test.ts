import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { getSendingState } from '../slices/sending-guard/index.ts';
import { useTestServer } from '../testing/harness.ts';
import { checkSendingEpoch, releaseSendingHold, rememberDispatches, watchSending } from './sending-epoch.ts';
import { followTimeline, rememberDispatch } from './sending-timeline.ts';

/** `npm run prove -- standby` does it with two servers. Here the stored timeline is another one than that of the server. */
const server = useTestServer({ is_alone: true });

const system = () => ({ ...server.program.system, config: { ...server.config } });
const epochFile = () => join(server.config.DATA_DIR, 'sending-epoch.json');

async function failOver(isSynchronous: boolean): Promise<void> {
  await server.owner.query('update installation set sending_timeline = 0, sending_is_synchronous = $1', [
    isSynchronous,
  ]);
}

async function findState() {
  const { rows } = await server.owner.query<{ timeline: number | null; reason: string | null }>(
    'select sending_timeline::int as timeline, sending_held_reason as reason from installation',
  );
  const { is_held } = await server.program.system.systemTransaction(getSendingState);
  return { ...rows[0]!, is_held };
}

beforeEach(async () => {
  await server.owner.query(
    'update installation set sending_held_since = null, sending_held_reason = null, sending_timeline = null',
  );
});

describe('the database failed over', () => {
  test('the first worker stores the timeline', async () => {
    await followTimeline(system());
    expect(await findState()).toEqual({ timeline: 1, reason: null, is_held: false });
  });

  test('nothing leaves before a worker knows that nothing is missing', async () => {
    await failOver(true);
    expect(await findState()).toEqual({ timeline: 0, reason: null, is_held: true });
    const ctx = system();
    // Other processes have five seconds to object.
    await followTimeline(ctx);
    expect(await findState()).toMatchObject({ timeline: 0, is_held: true });
    await followTimeline(ctx, 0);
    expect(await findState()).toEqual({ timeline: 1, reason: null, is_held: false });
  });

  test('after asynchronous replication sending is held until a person confirms', async () => {
    await failOver(false);
    await followTimeline(system(), 0);
    expect(await findState()).toMatchObject({ is_held: true, reason: expect.stringMatching(/asynchronous/) });
    await followTimeline(system(), 0);
    expect(await findState()).toMatchObject({ is_held: true });
    await releaseSendingHold(system());
    expect(await findState()).toEqual({ timeline: 1, reason: null, is_held: false });
  });

  test('a process whose last dispatch is missing holds sending, also where replication was synchronous', async () => {
    await failOver(true);
    const ctx = system();
    rememberDispatch(ctx, { intent_id: 1, dispatch_id: 5 });
    await followTimeline(ctx, 0);
    expect(await findState()).toMatchObject({ is_held: true, reason: expect.stringMatching(/lacks messages/) });
    // The process without this memory does not release it.
    await followTimeline(system(), 0);
    expect(await findState()).toMatchObject({ is_held: true });
  });

  test('what was dispatched just before does not leave', async () => {
    await checkSendingEpoch(system());
    await rememberDispatches(system(), [1]);
    await failOver(true);
    await expect(rememberDispatches(system(), [1])).rejects.toThrow('failed over');
  });

  test('a former primary that comes back sends nothing', async () => {
    await checkSendingEpoch(system());
    await watchSending(system());
    const file = JSON.parse(await readFile(epochFile(), 'utf8'));
    expect(file).toMatchObject({ timeline: 1 });
    await writeFile(epochFile(), JSON.stringify({ ...file, timeline: 2 }));
    await expect(rememberDispatches(system(), [1])).rejects.toThrow('failed over');
    await watchSending(system());
    expect(await findState()).toMatchObject({ is_held: true, reason: expect.stringMatching(/former primary/) });
    await releaseSendingHold(system());
    expect(await checkSendingEpoch(system())).toBe('ok');
  });

  test('a confirmed dump in a new server is asked about once, by processes with files of their own too', async () => {
    await checkSendingEpoch(system());
    const file = JSON.parse(await readFile(epochFile(), 'utf8'));
    const other = JSON.stringify({ ...file, timeline: 3 });
    await writeFile(epochFile(), other);
    await watchSending(system());
    expect(await findState()).toMatchObject({ is_held: true });
    await releaseSendingHold(system());
    // The release writes the file of one process.
    await writeFile(epochFile(), other);
    for (let round = 0; round < 3; round += 1) await watchSending(system());
    expect(await findState()).toMatchObject({ is_held: false });
  });
});
