import { api } from '@overture/contract';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { createClient, startTestServer } from '../../testing/harness.ts';
import { rememberSessions } from './remembered-sessions.ts';
import type { SessionIdentity } from './sessions.ts';

const session = { session_id: 1, organization_id: 7 } as SessionIdentity;

test('a session is asked for once in a moment, and again after a second', async () => {
  const find = vi.fn(async () => session);
  const sessions = rememberSessions(find);
  await sessions.find('a', null);
  expect(await sessions.find('a', null)).toBe(session);
  await sessions.find('b', null);
  expect(find).toHaveBeenCalledTimes(2);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 850);
  await sessions.find('a', null);
  expect(find).toHaveBeenCalledTimes(3);
  vi.restoreAllMocks();
});

test('a write invalidates every entry, also those still loading', async () => {
  const answers: ((found: SessionIdentity) => void)[] = [];
  const find = vi.fn(() => new Promise<SessionIdentity>((resolve) => answers.push(resolve)));
  const sessions = rememberSessions(find);
  const asked = sessions.find('a', null);
  sessions.forgetAll();
  answers[0]!(session);
  await asked;
  void sessions.find('a', null);
  expect(find).toHaveBeenCalledTimes(2);
});

test('a write of an organization invalidates its own entries, those still loading, and no others', async () => {
  const of: Record<string, number> = { a: 7, b: 8 };
  const find = vi.fn(async (token: string) => ({ ...session, organization_id: of[token] ?? 9 }));
  const sessions = rememberSessions(find);
  for (const token of ['a', 'b']) await sessions.find(token, null);
  sessions.forgetOrganization(7);
  for (const token of ['b', 'a', 'b', 'a']) await sessions.find(token, null);
  expect(find.mock.calls.map(([token]) => token)).toEqual(['a', 'b', 'a']);
  find.mockClear();
  // While it loads, nothing says whose it is.
  sessions.forgetAll();
  const loading = [sessions.find('a', null), sessions.find('b', null)];
  sessions.forgetOrganization(7);
  await Promise.all(loading);
  for (const token of ['a', 'b']) await sessions.find(token, null);
  expect(find.mock.calls.map(([token]) => token)).toEqual(['a', 'b', 'a']);
});

test('who keeps asking does not wait: the entry is renewed beside a request, and a session that ended is forgotten', async () => {
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  const find = vi.fn(async (): Promise<SessionIdentity | null> => session);
  const sessions = rememberSessions(find, 800);
  await sessions.find('a', null);
  clock.mockReturnValue(now + 700);
  const later = { ...session, session_id: 2 };
  find.mockResolvedValueOnce(later);
  expect([await sessions.find('a', null), await sessions.find('a', null)]).toEqual([session, later]);
  expect(find).toHaveBeenCalledTimes(2);
  // From its renewal on it holds as long as the first one did.
  clock.mockReturnValue(now + 1350);
  find.mockResolvedValueOnce(null);
  await sessions.find('a', null);
  expect(await sessions.find('a', null)).toEqual(session);
  expect(find).toHaveBeenCalledTimes(4);
  vi.restoreAllMocks();
});

test('what was renewed before a write is asked for again after it', async () => {
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  const answers: ((found: SessionIdentity) => void)[] = [];
  const find = vi.fn(() => new Promise<SessionIdentity>((resolve) => answers.push(resolve)));
  const sessions = rememberSessions(find, 800);
  const first = sessions.find('a', null);
  answers[0]!(session);
  await first;
  clock.mockReturnValue(now + 700);
  void sessions.find('a', null);
  expect(find).toHaveBeenCalledTimes(2);
  sessions.forgetOrganization(7);
  answers[1]!(session);
  void sessions.find('a', null);
  expect(find).toHaveBeenCalledTimes(3);
  vi.restoreAllMocks();
});

test('ten simultaneous look-ups are one query, and a failure is not kept', async () => {
  const find = vi.fn(async () => session);
  const sessions = rememberSessions(find);
  await Promise.all(Array.from({ length: 10 }, () => sessions.find('a', null)));
  expect(find).toHaveBeenCalledTimes(1);
  find.mockRejectedValueOnce(new Error('away'));
  await expect(sessions.find('b', null)).rejects.toThrow('away');
  expect(await sessions.find('b', null)).toBe(session);
});

test('an unknown token is not kept: it may become valid a moment later', async () => {
  const find = vi.fn(async () => null);
  const sessions = rememberSessions(find);
  await sessions.find('a', null);
  await sessions.find('a', null);
  expect(find).toHaveBeenCalledTimes(2);
});

test('who signs out is signed out on every process within a second', async () => {
  const database = await createTestDatabase();
  const [one, other] = [
    await startTestServer({ database, session_memory_in_ms: 800 }),
    await startTestServer({ database, session_memory_in_ms: 800 }),
  ];
  try {
    const person = await one.signUp();
    const elsewhere = createClient(other.program, person.token);
    expect((await elsewhere.call(api.getUser)).status).toBe(200);
    expect((await person.call(api.logout)).status).toBe(200);
    const leftAt = performance.now();
    expect((await person.call(api.getUser)).status).toBe(401);
    await expect.poll(async () => (await elsewhere.call(api.getUser)).status, { interval: 20 }).toBe(401);
    expect(performance.now() - leftAt).toBeLessThan(1000);
  } finally {
    await one.program.stop();
    await other.stop();
  }
});
