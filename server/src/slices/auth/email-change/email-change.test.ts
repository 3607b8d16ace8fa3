import { api } from '@overture/contract';
import { sql } from 'kysely';
import { generate } from 'otplib';
import { describe, expect, test } from 'vitest';
import { createClient, useTestServer } from '../../../testing/harness.ts';

const server = useTestServer({
  environment: { PARTNER_EMAIL_DOMAIN: 'partner.example', ADMIN_EMAIL: 'boss@acme.example' },
});
const password = 'correct horse';

const nowInSeconds = () => Math.floor(Date.now() / 1000);
const mailTo = (email: string) => server.mails.findLast((mail) => mail.to === email);
const linkTo = (email: string): string => mailTo(email)?.text.match(/code=([\w-]+)/)?.[1] ?? '';
const confirm = (code: string) => server.anonymous.call(api.confirmEmail, { body: { code } });
const undo = (code: string) => server.anonymous.call(api.undoEmailChange, { body: { code } });
const signIn = async (email: string, given = password) =>
  (await server.anonymous.call(api.login, { body: { email, password: given } })).status;

async function ask(person: Awaited<ReturnType<typeof server.signUp>>, new_email: string) {
  return person.call(api.changeEmail, { body: { current_password: password, new_email } });
}

describe('another sign-in address', () => {
  test('waits for the new mailbox; the old address signs in until then and is notified immediately', async () => {
    const person = await server.signUp();
    expect((await ask(person, 'New@Ring.example')).status).toBe(200);
    expect((await person.call(api.getUser)).data.user).toMatchObject({
      email: person.email,
      pending_email: 'new@ring.example',
    });
    expect([await signIn(person.email), await signIn('new@ring.example')]).toEqual([200, 401]);
    expect(mailTo(person.email)?.text).toContain('new@ring.example');
    const link = linkTo('new@ring.example');
    expect((await confirm(link)).data).toEqual({ email: 'new@ring.example' });
    expect((await confirm(link)).error.code).toBe('link_invalid');
    expect([await signIn(person.email), await signIn('new@ring.example')]).toEqual([401, 200]);
    expect((await person.call(api.getUser)).data.user).toMatchObject({
      email: 'new@ring.example',
      pending_email: null,
    });
  });

  test('a link for a new password that is open ends when the address changes', async () => {
    const person = await server.signUp();
    await server.anonymous.call(api.forgotPassword, { body: { email: person.email } });
    const reset = linkTo(person.email);
    await ask(person, 'open@links.example');
    await confirm(linkTo('open@links.example'));
    const body = { code: reset, password: 'battery staple', name: null };
    expect((await server.anonymous.call(api.resetPassword, { body })).error.code).toBe('link_invalid');
  });

  test('the old mailbox undoes it, before and after: sessions and password end, a link is mailed', async () => {
    for (const isConfirmed of [false, true]) {
      const person = await server.signUp();
      const thief = `thief${isConfirmed}@ring.example`;
      await ask(person, thief);
      const way = linkTo(person.email);
      if (isConfirmed) await confirm(linkTo(thief));
      // Asking once more, and withdrawing, do not close the way back.
      await ask(person, `again${isConfirmed}@ring.example`);
      await person.call(api.cancelEmailChange);
      expect((await undo(way)).data).toEqual({ email: person.email });
      expect((await undo(way)).error.code).toBe('link_invalid');
      expect((await person.call(api.getUser)).status).toBe(401);
      expect([await signIn(person.email), await signIn(thief)]).toEqual([401, 401]);
      expect(linkTo(thief)).not.toBe('');
      expect((await confirm(linkTo(thief))).error.code).toBe('link_invalid');
      const body = { code: linkTo(person.email), password: 'battery staple', name: null };
      expect((await server.anonymous.call(api.resetPassword, { body })).status).toBe(200);
      expect(await signIn(person.email, 'battery staple')).toBe(200);
    }
  });

  test('after an undo the thief keeps no factor or provider, and the owner needs none', async () => {
    const person = await server.signUp();
    const { secret } = (await person.call(api.startTotp)).data;
    await person.call(api.confirmTotp, { body: { code: await generate({ secret, epoch: nowInSeconds() }) } });
    const ids = [person.organization_id, person.user_id];
    await server.owner.query(
      `insert into user_passkeys (organization_id, user_id, name, rp_id, credential_id, public_key)
         values ($1, $2, 'Laptop', 'localhost', 'thief-' || ($2::bigint)::text, '\\x00')`,
      ids,
    );
    await server.owner.query(
      `insert into user_identities (organization_id, user_id, issuer, subject, email)
         values ($1, $2, 'https://accounts.google.com', 'thief-' || ($2::bigint)::text, 'thief@mail.example')`,
      ids,
    );
    await ask(person, 'thief-factor@ring.example');
    const way = linkTo(person.email);
    await confirm(linkTo('thief-factor@ring.example'));
    expect((await undo(way)).status).toBe(200);
    const { rows } = await server.owner.query(
      `select (select count(*) from user_passkeys where user_id = $1)::int + (select count(*) from user_totp where user_id = $1)::int
         + (select count(*) from user_identities where user_id = $1)::int
         + (select count(*) from user_recovery_codes where user_id = $1)::int as left`,
      [person.user_id],
    );
    expect(rows).toEqual([{ left: 0 }]);
    expect(mailTo(person.email)?.text).toContain('the passkey "Laptop"');
    const body = { code: linkTo(person.email), password: 'battery staple', name: null };
    expect((await server.anonymous.call(api.resetPassword, { body })).data.data?.id).toBe(person.user_id);
  });

  test('factors from before the week of the change are the owner’s and stay', async () => {
    const person = await server.signUp();
    await server.owner.query(
      `insert into user_passkeys (organization_id, user_id, name, rp_id, credential_id, public_key, created_at)
         values ($1, $2, 'Own', 'localhost', 'own-' || ($2::bigint)::text, '\\x00', app_now() - interval '8 days')`,
      [person.organization_id, person.user_id],
    );
    await server.owner.query('update sessions set confirmed_at = app_now() where user_id = $1', [person.user_id]);
    await ask(person, 'thief-late@ring.example');
    await undo(linkTo(person.email));
    const { rows } = await server.owner.query('select name from user_passkeys where user_id = $1', [person.user_id]);
    expect(rows).toEqual([{ name: 'Own' }]);
  });

  test('while it can be undone, the old address cannot be taken', async () => {
    const person = await server.signUp();
    await ask(person, 'moved@ring.example');
    await confirm(linkTo('moved@ring.example'));
    const other = await server.signUp();
    expect((await ask(other, person.email)).error.code).toBe('email_taken');
    const before = server.mails.length;
    await server.anonymous.call(api.register, {
      body: { email: person.email, password: 'seven geese', name: 'Mallory' },
    });
    expect(server.mails.slice(before).map(({ subject }) => subject)).toEqual(['You already have an account']);
    // The person alone may go back.
    expect((await ask(person, person.email)).status).toBe(200);
    await server.program.system.systemTransaction(({ db }) =>
      sql`update email_changes set undo_expires_at = app_now()`.execute(db),
    );
    expect((await ask(other, person.email)).status).toBe(200);
  });

  test('a link works a day, the way back seven days', async () => {
    const person = await server.signUp();
    await ask(person, 'late@ring.example');
    const age = (column: string) =>
      server.program.system.systemTransaction(({ db }) =>
        sql`update email_changes set ${sql.ref(column)} = app_now() where user_id = ${person.user_id}`.execute(db),
      );
    const [link, way] = [linkTo('late@ring.example'), linkTo(person.email)];
    await age('confirm_expires_at');
    expect((await confirm(link)).error.code).toBe('link_invalid');
    expect((await person.call(api.getUser)).data.user.pending_email).toBe(null);
    await age('undo_expires_at');
    expect((await undo(way)).error.code).toBe('link_invalid');
  });

  test('it is mailed again with a new link, replaced and withdrawn', async () => {
    const person = await server.signUp();
    expect((await person.call(api.resendEmailChange)).status).toBe(404);
    await ask(person, 'first@ring.example');
    const first = linkTo('first@ring.example');
    expect((await person.call(api.resendEmailChange)).status).toBe(200);
    const second = linkTo('first@ring.example');
    expect([second === first, (await confirm(first)).error.code]).toEqual([false, 'link_invalid']);
    await ask(person, 'second@ring.example');
    expect((await confirm(second)).error.code).toBe('link_invalid');
    expect((await person.call(api.cancelEmailChange)).status).toBe(200);
    expect((await confirm(linkTo('second@ring.example'))).error.code).toBe('link_invalid');
    expect((await person.call(api.getUser)).data.user).toMatchObject({ email: person.email, pending_email: null });
  });

  test('a taken address, the own one and too many are refused; wrong passwords come first', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    for (const email of [other.email, person.email]) {
      const answer = await ask(person, email);
      expect([answer.error.code, Object.keys(answer.error.details ?? {})]).toEqual(['email_taken', ['new_email']]);
    }
    const bad = { current_password: 'wrong', new_email: other.email };
    expect((await person.call(api.changeEmail, { body: bad })).error.code).toBe('wrong_password');
    const codes = [];
    for (let n = 0; n < 10; n += 1) codes.push((await ask(person, `n${n}@ring.example`)).status);
    expect(codes.filter((status) => status === 429)).toHaveLength(2);
  });

  test('the partner plan and the role of the operator follow proven addresses only', async () => {
    const person = await server.signUp();
    await ask(person, 'eve@partner.example');
    expect((await person.call(api.getUser)).data.user.is_partner).toBe(false);
    await confirm(linkTo('eve@partner.example'));
    expect((await person.call(api.getUser)).data.user.is_partner).toBe(true);
    const boss = await server.signUp();
    await ask(boss, 'boss@acme.example');
    expect((await createClient(server.program, boss.token).call(api.getUser)).data.user.role).toBe('USER');
  });
});
