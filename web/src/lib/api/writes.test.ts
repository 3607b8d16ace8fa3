import { agencyEndpoints } from '@overture/contract/agency';
import { membersEndpoints } from '@overture/contract/members';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { call, queryOptions } from './api-client.ts';
import { refetchAfterWrites, whenRefetched } from './writes.ts';

/** A cache with the list of clients on screen and the members not on screen; `calls` in order. */
async function openClients(status = 200) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const name = `${init.method} ${address}`;
    calls.push(name);
    const isWrite = init.method !== 'GET';
    const body = isWrite && status >= 400 ? { code: 'conflict', error: 'Taken' } : {};
    return Response.json(body, { status: isWrite ? status : 200 });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  refetchAfterWrites(client);
  const close = new QueryObserver(client, queryOptions(agencyEndpoints.listClients)).subscribe(() => undefined);
  const members = queryOptions(membersEndpoints.listMembers);
  client.setQueryData(members.queryKey, { members: [], invitations: [] });
  await expect.poll(() => client.isFetching()).toBe(0);
  calls.length = 0;
  return { client, calls, members, close };
}

const restore = () => call(agencyEndpoints.restoreClient, { params: { id: 4 } });

test('an accepted write refetches the shown answers of its tags, and no other', async () => {
  const { client, calls, members, close } = await openClients();
  await restore();
  await whenRefetched();
  expect(calls).toEqual(['POST /api/v1/agency/clients/4/restore/', 'GET /api/v1/agency/clients']);
  expect(client.getQueryState(members.queryKey)?.isInvalidated).toBe(false);
  close();
});

test('an answer that is not on screen is refetched when it is next shown', async () => {
  const { client, calls, members, close } = await openClients();
  await call(membersEndpoints.withdrawInvitation, { params: { id: 1 } });
  await whenRefetched();
  expect(calls).toEqual(['DELETE /api/v1/organization/invitations/1/']);
  expect(client.getQueryState(members.queryKey)?.isInvalidated).toBe(true);
  close();
});

test('a refused write refetches nothing', async () => {
  const { calls, close } = await openClients(409);
  await expect(restore()).rejects.toThrow('Taken');
  await whenRefetched();
  expect(calls).toEqual(['POST /api/v1/agency/clients/4/restore/']);
  close();
});

test('a query with a key of its own is refetched by the tags in its meta', async () => {
  const { client, close } = await openClients();
  const queryFn = vi.fn(async () => 'figures');
  const own = { queryKey: ['own'], queryFn, meta: { shows: ['clients'] } } as const;
  const closeOwn = new QueryObserver(client, own).subscribe(() => undefined);
  await expect.poll(() => queryFn.mock.calls.length).toBe(1);
  await restore();
  await whenRefetched();
  expect(queryFn).toHaveBeenCalledTimes(2);
  closeOwn();
  close();
});
