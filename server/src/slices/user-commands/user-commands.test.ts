import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { createCommandLine } from '../../app/commands/command-line.ts';
import { createClient, useTestServer } from '../../testing/harness.ts';

const server = useTestServer({ environment: { SIGN_UPS: 'closed' } });

async function run(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  await runSaying(lines, ...words);
  return lines;
}

async function runSaying(lines: string[], ...words: string[]): Promise<void> {
  const config = { ...server.config, DATABASE_URL: server.connectionString };
  await createCommandLine({ config, directory: '/', say: (line) => lines.push(line) }).parseAsync(['user', ...words], {
    from: 'user',
  });
}
const codeIn = (lines: string[]): string => lines.join(' ').match(/create-password\?code=([\w-]+)/)?.[1] ?? '';
const choose = (code: string, password: string) =>
  server.anonymous.call(api.resetPassword, { body: { code, password, name: null } });
/** Follows the link of a new user, and types the mailed code. */
const open = async (code: string, email: string) => {
  expect((await choose(code, 'battery staple')).error.code).toBe('email_not_verified');
  const typed = server.mails.findLast((mail) => mail.to === email)?.text.match(/\b\d{8}\b/)?.[0] ?? '';
  return server.anonymous.call(api.verifyEmail, { body: { email, code: typed } });
};
const login = (email: string, password: string) => server.anonymous.call(api.login, { body: { email, password } });

test('who runs a closed installation makes its people, resets, deactivates and lets in again', async () => {
  const first = codeIn(await run('create', 'ada@ring.example', '--name', 'Ada Jansen'));
  const ada = await open(first, 'ada@ring.example');
  expect(ada.data.data).toMatchObject({ email: 'ada@ring.example', name: 'Ada Jansen', role: 'USER' });
  expect((await choose(first, 'another staple')).error.code).toBe('link_invalid');

  const second = codeIn(
    await run('create', 'bo@ring.example', '--name', 'Bo', '--with', 'ADA@ring.example', '--role', 'RESTRICTED'),
  );
  const bo = await open(second, 'bo@ring.example');
  expect(bo.data.data).toMatchObject({ role: 'RESTRICTED', organization: { id: ada.data.data?.organization.id } });

  await run('deactivate', 'bo@ring.example');
  expect((await createClient(server.program, bo.data.data?.token ?? '').call(api.getUser)).status).toBe(401);
  expect((await login('bo@ring.example', 'battery staple')).status).toBe(401);
  expect(await run('deactivate', 'bo@ring.example')).toEqual([
    'bo@ring.example was deactivated before: nothing was changed.',
  ]);
  await run('activate', 'bo@ring.example');
  expect((await login('bo@ring.example', 'battery staple')).status).toBe(200);

  const reset = codeIn(await run('reset-password', 'ada@ring.example'));
  expect((await login('ada@ring.example', 'battery staple')).status).toBe(200);
  expect((await choose(reset, 'fresh battery')).status).toBe(200);
  expect((await login('ada@ring.example', 'battery staple')).status).toBe(401);
});

test('users without a working mailbox sign in once the operator confirms the address', async () => {
  const email = 'noreply@ring.example';
  const code = codeIn(await run('create', email, '--name', 'Front Desk'));
  expect((await choose(code, 'battery staple')).error.code).toBe('email_not_verified');
  expect((await login(email, 'battery staple')).status).toBe(403);
  const typed = server.mails.findLast((mail) => mail.to === email)?.text.match(/\b\d{8}\b/)?.[0] ?? '';
  expect(await run('confirm-address', email)).toEqual([expect.stringContaining('counts as confirmed')]);
  expect((await login(email, 'battery staple')).status).toBe(200);
  // A code mailed before sets no password any longer.
  expect((await server.anonymous.call(api.verifyEmail, { body: { email, code: typed } })).status).toBe(400);
  expect(await run('confirm-address', email)).toEqual([`${email} was confirmed before: nothing was changed.`]);
  await expect(run('confirm-address', 'no@body.example')).rejects.toThrow('No user has the address');
  const { rows } = await server.owner.query(
    `select s.reason, s.actor_id from security_events s join users u on u.id = s.user_id where u.email = $1 and s.event = 'email_verified'`,
    [email],
  );
  expect(rows).toEqual([{ reason: 'command_line', actor_id: null }]);
});

test('what cannot be done says so, and nothing is made', async () => {
  await run('create', 'eva@ring.example', '--name', 'Eva');
  await expect(run('create', 'eva@ring.example', '--name', 'Eva')).rejects.toThrow('has an account already');
  await expect(run('create', 'no address', '--name', 'Eva')).rejects.toThrow('no address is no email address.');
  await expect(run('create', 'x@ring.example', '--name', 'X', '--with', 'no@body.example')).rejects.toThrow('No user');
  await expect(run('deactivate', 'no@body.example')).rejects.toThrow('No user has the address');
  const said: string[] = [];
  await expect(runSaying(said, 'reset-password', 'no@body.example')).rejects.toThrow('No user has the address');
  expect(said).toEqual([]);
  const { rows } = await server.owner.query("select count(*)::int as count from users where email = 'x@ring.example'");
  expect(rows).toEqual([{ count: 0 }]);
});
