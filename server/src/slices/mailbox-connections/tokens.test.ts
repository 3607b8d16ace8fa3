import { ProviderError } from '@overture/adapters/kit/errors';
import type { MailOauthPort, OauthTokens } from '@overture/adapters/mailbox/mailbox-oauth.port';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { SystemContext } from '../../kernel/context.ts';
import { useTestServer } from '../../testing/harness.ts';
import { openSealedConnection, sealConnection } from './sealed-connection.service.ts';
import { openConnection } from './tokens.service.ts';

const server = useTestServer();
let count = 0;

/** A provider that rotates: each refresh token works once, and it counts how often it was asked. */
function rotating(change: { refuses?: () => void; waits_in_ms?: number } = {}) {
  const asked: string[] = [];
  let next = 1;
  const refreshTokens = async (refresh_token: string): Promise<OauthTokens> => {
    asked.push(refresh_token);
    change.refuses?.();
    await new Promise((resolve) => setTimeout(resolve, change.waits_in_ms ?? 20));
    if (refresh_token !== `refresh-${next}`) throw new ProviderError('auth_expired', 'used up', { concerns: 'sender' });
    next += 1;
    const expires_at = new Date(Date.now() + 3_600_000);
    return { access_token: `access-${next}`, refresh_token: `refresh-${next}`, expires_at };
  };
  const { system } = server.program;
  const oauth: MailOauthPort = { ...system.ports.mail_oauth.GOOGLE, refreshTokens };
  const ports = { ...system.ports, mail_oauth: { ...system.ports.mail_oauth, GOOGLE: oauth } };
  return { asked, ctx: { ...system, ports } as SystemContext };
}

async function makeSender(lasts_in_ms: number) {
  count += 1;
  const person = await server.signUp();
  const email = `ada${count}@tokens.example`;
  const expires_at = new Date(Date.now() + lasts_in_ms);
  const tokens = { access_token: 'access-1', refresh_token: 'refresh-1', expires_at };
  const sealed = sealConnection(server.program.system, { type: 'GOOGLE', email, tokens });
  return server.program.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ id: number }>`insert into accounts
        (organization_id, account_type, status, name, email, sealed_connection)
      values (${person.organization_id}, 'GOOGLE', 'OK', 'Ada', ${email}, ${sealed}) returning id`.execute(db);
    return { id: rows.rows[0]!.id, sealed_connection: sealed };
  });
}

type Sender = Awaited<ReturnType<typeof makeSender>>;

function tokensOf(ctx: SystemContext, sender: Sender) {
  const connection = openConnection(ctx, sender);
  if (connection.type === 'IMAP') throw new Error('not by consent');
  return connection.tokens;
}

async function storedTokens({ id }: Sender) {
  const { rows } = await server.owner.query('select sealed_connection from accounts where id = $1', [id]);
  const stored = openSealedConnection(server.program.system, rows[0].sealed_connection);
  return stored.type === 'IMAP' ? null : stored.tokens;
}

describe('access tokens', () => {
  test('valid ones are used; expiring and refused ones are refreshed', async () => {
    const { ctx, asked } = rotating();
    const tokens = tokensOf(ctx, await makeSender(600_000));
    expect(await tokens.getAccessToken()).toBe('access-1');
    expect(asked).toEqual([]);
    expect(await tokens.getAccessToken('access-1')).toBe('access-2');
    expect(await tokens.getAccessToken('access-1'), 'refused before, refreshed since').toBe('access-2');
    expect(asked).toEqual(['refresh-1']);
    expect(
      await tokensOf(ctx, await makeSender(30_000))
        .getAccessToken()
        .catch(() => 'refused'),
    ).toBe('refused');
  });

  test('are refreshed once across processes, and a rotated token is stored first', async () => {
    const { ctx, asked } = rotating();
    const sender = await makeSender(0);
    const sources = Array.from({ length: 6 }, () => tokensOf(ctx, sender));
    const got = await Promise.all(sources.flatMap((source) => [source.getAccessToken(), source.getAccessToken()]));
    expect(new Set(got)).toEqual(new Set(['access-2']));
    expect(asked).toEqual(['refresh-1']);
    expect(await storedTokens(sender)).toMatchObject({ access_token: 'access-2', refresh_token: 'refresh-2' });
    await Promise.all(sources.map((source) => source.getAccessToken('access-2')));
    expect(await storedTokens(sender)).toMatchObject({ refresh_token: 'refresh-3' });
    expect(asked).toEqual(['refresh-1', 'refresh-2']);
  });

  test('whose consent was withdrawn say so, and leave the lease to the next', async () => {
    let isRevoked = true;
    const { ctx } = rotating({
      refuses() {
        if (isRevoked)
          throw new ProviderError('auth_expired', 'Token has been expired or revoked.', { concerns: 'sender' });
      },
    });
    const sender = await makeSender(0);
    const source = tokensOf(ctx, sender);
    await expect(source.getAccessToken()).rejects.toMatchObject({ kind: 'auth_expired' });
    expect(await storedTokens(sender)).toMatchObject({ refresh_token: 'refresh-1' });
    isRevoked = false;
    expect(await source.getAccessToken()).toBe('access-2');
  });

  test('that came too late give way to those of a new sign-in', async () => {
    const { ctx } = rotating({ waits_in_ms: 150 });
    const sender = await makeSender(0);
    const late = tokensOf(ctx, sender).getAccessToken();
    const expires_at = new Date(Date.now() + 3_600_000);
    const tokens = { access_token: 'access-new', refresh_token: 'refresh-new', expires_at };
    const email = `ada${count}@tokens.example`;
    const sealed = sealConnection(server.program.system, { type: 'GOOGLE', email, tokens });
    await new Promise((resolve) => setTimeout(resolve, 60));
    await server.owner.query(
      'update accounts set sealed_connection = $2, token_lease = token_lease + 1 where id = $1',
      [sender.id, sealed],
    );
    expect(await late).toBe('access-new');
    expect(await storedTokens(sender)).toMatchObject({ refresh_token: 'refresh-new' });
  });

  test('of a removed sender, or one sealed with another key, lead nowhere', async () => {
    const { ctx, asked } = rotating();
    const sender = await makeSender(0);
    const source = tokensOf(ctx, sender);
    await server.owner.query('update accounts set deleted_at = now() where id = $1', [sender.id]);
    await expect(source.getAccessToken()).rejects.toMatchObject({ kind: 'auth_expired' });
    expect(asked).toEqual([]);
    expect(() => openConnection(ctx, { id: sender.id, sealed_connection: Buffer.from([1, 2, 3]) })).toThrow();
  });
});
