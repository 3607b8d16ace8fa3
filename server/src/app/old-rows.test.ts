import { expect, test } from 'vitest';
import { pruneIdempotencyKeys } from '../kernel/api-keys/idempotency.ts';
import type { Loop } from '../kernel/slice.ts';
import { apiKeysSlice } from '../slices/api-keys/index.ts';
import { approvalsSlice } from '../slices/approvals/index.ts';
import { mcpSlice } from '../slices/mcp/index.ts';
import { webhooksSlice } from '../slices/webhooks/index.ts';
import { useTestServer } from '../testing/harness.ts';

const server = useTestServer({});
const loopOf = (name: string) => {
  const slices = [apiKeysSlice, approvalsSlice, mcpSlice, webhooksSlice];
  return slices.flatMap(({ loops = [] }) => loops).find((loop) => loop.name === name)!.run;
};

/** More rows than a batch holds, all of them too old. */
const OLD: [table: string, run: Loop['run'], rows: string][] = [
  [
    'idempotency_keys',
    pruneIdempotencyKeys,
    `insert into idempotency_keys select $1, 'key ' || n, '\\x00', 200, '{}', app_now() - interval '2 days' from generate_series(1, 10001) n`,
  ],
  [
    'mcp_calls',
    loopOf('old-mcp-calls'),
    `insert into mcp_calls (organization_id, tool, arguments_hash, created_at)
      select $1, 'leads_count', '\\x00', app_now() - interval '10 years' from generate_series(1, 10001)`,
  ],
  [
    'oauth_tokens',
    loopOf('old-app-tokens'),
    `insert into oauth_tokens (token_hash, organization_id, api_key_id, use, scopes, expires_at)
      select decode(lpad(n::text, 8, '0'), 'hex'), $1, 1, 'access', '{}', app_now() - interval '2 days' from generate_series(1, 10001) n`,
  ],
  [
    'approvals',
    loopOf('old-approvals'),
    `insert into approvals (organization_id, kind, prospect_id, parameters, preview, fingerprint, nonce, created_at, expires_at)
      select $1, 'message', 1, '{}', '{}', '\\x00', 'nonce ' || n, app_now() - interval '2 days', app_now() from generate_series(1, 1001) n`,
  ],
  [
    'webhook_messages',
    loopOf('old-webhook-messages'),
    `insert into webhook_messages (organization_id, type, data, created_at)
      select $1, 'credits.low', '{}', app_now() - interval '31 days' from generate_series(1, 1001)`,
  ],
];

test.each(OLD)('one round deletes all old rows of %s, in batches', async (table, run, rows) => {
  const { organization_id } = await server.signUp();
  const { owner, program } = server;
  const planted = rows.replaceAll('$1', String(organization_id));
  await owner.query(`begin; set local session_replication_role = replica; ${planted}; commit`);
  await run(program.system, new AbortController().signal);
  expect((await owner.query(`select from ${table}`)).rowCount).toBe(0);
});
