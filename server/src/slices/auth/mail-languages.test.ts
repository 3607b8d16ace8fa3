import { membersEndpoints as api } from '@overture/contract/members';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { findMailLanguage } from '../brands/index.ts';

const server = useTestServer();

async function requestReset(email: string, language?: string) {
  const headers = { host: 'localhost', ...(language ? { 'accept-language': language } : {}) };
  const url = '/api/v1/auth/forgot-password/';
  await server.program.app.inject({ method: 'POST', url, headers, payload: { email } });
  return server.mails.filter(({ to }) => to === email).at(-1);
}

test('a link is in the language that the person chose, else in that of the browser that asks', async () => {
  const ask = async (chosen: string | null, browser?: string) => {
    const person = await server.signUp();
    await server.owner.query('update users set language = $2 where id = $1', [person.user_id, chosen]);
    return requestReset(person.email, browser);
  };
  const [english, german] = ['Reset your password', 'Setzen Sie Ihr Passwort zurück'];
  expect((await ask(null))?.subject).toBe(english);
  const asked = await ask(null, 'de-AT,de;q=0.9,en;q=0.8');
  expect(asked?.subject).toBe(german);
  expect(asked?.text).toContain('Der Link gilt 10 Minuten.');
  expect(asked?.html).toMatch(/<a href="http[^"]+create-password/);
  expect((await ask('en', 'de'))?.subject).toBe(english);
  expect((await ask('de', 'fr, en'))?.subject).toBe(german);
});

test('who has no account is asked in the language of the organization that invites', async () => {
  const person = await server.signUp();
  await server.owner.query("update users set language = 'de' where id = $1", [person.user_id]);
  const email = `new${Date.now()}@acme.example`;
  const answer = await person.call(api.inviteMembers, { body: { emails: [email] } });
  expect(answer.status).toBeLessThan(300);
  const mail = server.mails.find(({ to }) => to === email);
  expect(mail?.subject).toMatch(/^Ada Jansen hat Sie zu .+ eingeladen$/);
  expect(mail?.text).toContain('Der Link gilt');
});

test('a mail that another person caused is not in the language of their browser', async () => {
  const reader = await server.signUp();
  const origin = { ip: '203.0.113.7', user_agent: null, language: 'de' as const };
  const system = server.program.system.forRequest({ origin, log: server.program.system.log });
  const languageFor = (organization_id: number | null) =>
    findMailLanguage(system, { to: reader.email, organization_id });
  expect(await languageFor(reader.organization_id)).toBe('en');
  expect(await languageFor(null)).toBe('de');
});

test('a new address is confirmed in the language of its owner, else in that of their browser', async () => {
  const ask = async (chosen: string | null, browser: string) => {
    const person = await server.signUp();
    await server.owner.query('update users set language = $2 where id = $1', [person.user_id, chosen]);
    const new_email = `to${person.user_id}@moved.example`;
    const { statusCode } = await server.program.app.inject({
      method: 'PUT',
      url: '/api/v1/user/email/',
      headers: { host: 'localhost', jwt: person.token as string, 'accept-language': browser },
      payload: { current_password: 'correct horse', new_email },
    });
    expect(statusCode).toBe(200);
    return server.mails.find(({ to }) => to === new_email)?.subject;
  };
  expect(await ask(null, 'de-AT,de;q=0.9')).toBe('Bestätigen Sie Ihre neue E-Mail-Adresse');
  expect(await ask('en', 'de')).toBe('Confirm your new email address');
  expect(await ask('de', 'fr')).toBe('Bestätigen Sie Ihre neue E-Mail-Adresse');
});
