import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@overture/contract';
import type { Role } from '@overture/domain/access/permissions';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestServer } from '../testing/harness.ts';
import { createCommandLine } from './commands/command-line.ts';

const server = useTestServer({ is_alone: true });

async function hold(): Promise<void> {
  await server.owner.query(
    `update installation set sending_held_since = '2026-05-01T08:00:00Z', sending_held_reason = 'It is older.'`,
  );
}

async function isHeld(): Promise<boolean> {
  const { rows } = await server.owner.query('select sending_held_since from installation');
  return rows[0].sending_held_since !== null;
}

async function signUpAs(role: Role) {
  const person = await server.signUp();
  // Without the trigger that ends a user's sessions when their role changes.
  await server.owner.query(
    `begin; set local session_replication_role = replica; update users set role = '${role}' where id = ${person.user_id}; commit`,
  );
  return person;
}

async function runCommand(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const config = { ...server.config, DATABASE_URL: server.connectionString };
  const program = createCommandLine({ config, directory: server.config.DATA_DIR, say: (line) => lines.push(line) });
  await program.parseAsync(['node', 'overture', ...words]);
  return lines;
}

beforeEach(hold);

describe('the sending hold', () => {
  test('is not told to strangers', async () => {
    const info = await server.anonymous.call(api.getAppInfo);
    expect(info.status).toBe(200);
    // Plans are not sold here: the sign-up page promises no trial.
    expect(info.data.has_trial).toBe(false);
    expect(JSON.stringify(info.data)).not.toMatch(/held|hold/);
    expect((await server.anonymous.call(api.getSendingHold)).status).toBe(401);
  });

  test.each(['ADMIN', 'USER', 'RESTRICTED'] as const)('is shown to a signed-in %s', async (role) => {
    const person = await signUpAs(role);
    expect((await person.call(api.getSendingHold)).data).toEqual({
      hold: { held_since: '2026-05-01T08:00:00.000Z', reason: 'It is older.' },
    });
    // The first page shows it without another request.
    expect((await person.call(api.getUser)).data.user.sending_held_since).toBe('2026-05-01T08:00:00.000Z');
  });

  test.each(['USER', 'RESTRICTED'] as const)('is not lifted by a %s', async (role) => {
    const person = await signUpAs(role);
    const answer = await person.call(api.releaseSendingHold);
    expect([answer.status, answer.error.code]).toEqual([403, 'forbidden']);
    expect(await isHeld()).toBe(true);
  });

  test('is lifted by an ADMIN, and first messages wait until the touch lock knows what left since the backup', async () => {
    const admin = await signUpAs('ADMIN');
    await server.owner.query(
      'insert into touch_lock_rules (organization_id, is_on, recorded_to) values ($1, true, null)',
      [admin.organization_id],
    );
    expect((await admin.call(api.releaseSendingHold)).status).toBe(200);
    expect((await admin.call(api.getTouchLockRules)).data).toMatchObject({ is_on: true, is_recording: true });
    expect(await isHeld()).toBe(false);
    expect((await admin.call(api.getSendingHold)).data).toEqual({ hold: null });
    expect((await admin.call(api.getUser)).data.user.sending_held_since).toBeNull();
  });

  test('is lifted from the command line, which raises the epoch beside the database too', async () => {
    const epochFile = join(server.config.DATA_DIR, 'sending-epoch.json');
    await writeFile(epochFile, JSON.stringify({ installation_id: 'x', epoch: 40, last_dispatch_id: 900 }));
    expect((await runCommand('release-hold')).join('\n')).toMatch(/Sending resumed.*2026-05-01.*It is older/);
    expect(await isHeld()).toBe(false);
    const { rows } = await server.owner.query('select sending_epoch::int, last_dispatch_id::int from installation');
    expect(rows[0]).toEqual({ sending_epoch: 41, last_dispatch_id: 900 });
    expect(await runCommand('release-hold')).toEqual(['Sending is not held. Nothing was changed.']);
  });
});
