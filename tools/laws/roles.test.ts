import { api } from '@overture/contract';
import { endpoint } from '@overture/contract/endpoint';
import { may, RIGHTS } from '@overture/domain/access/permissions';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findCallsOutsideTheTable, findWritesWithoutRoles, listWrites, renderRolesPage } from './roles-law.ts';

describe('every write names the roles that may call it', () => {
  test('the contract obeys it: add `roles: RIGHTS.…` or `own` to what is listed', () => {
    expect(findWritesWithoutRoles(api)).toEqual([]);
    expect(listWrites(api).length).toBeGreaterThan(80);
  });

  test('it fires for a write without roles and for a public one that names some, not for calls that read', () => {
    const options = { summary: '', ok: z.object({}) };
    const planted = {
      forgotten: endpoint('POST /a/', options),
      deleted: endpoint('DELETE /a/{id}/', options),
      contradictory: endpoint('POST /b/', { ...options, auth: 'public', roles: RIGHTS.work }),
      named: endpoint('PUT /a/', { ...options, roles: RIGHTS.work }),
      own: endpoint('PUT /b/', { ...options, roles: 'own' }),
      stranger: endpoint('POST /c/', { ...options, auth: 'public' }),
      counted: endpoint('POST /d/', { ...options, reads_only: true }),
      read: endpoint('GET /a/', options),
    };
    expect(findWritesWithoutRoles(planted)).toEqual(['forgotten', 'deleted', 'contradictory']);
  });
});

describe('every right is one of the table in the domain', () => {
  test('no call names roles of its own: access is restricted by area only', () => {
    expect(findCallsOutsideTheTable(api)).toEqual([]);
  });

  test('it fires for a list of roles that is not of the table, however alike', () => {
    const options = { summary: '', ok: z.object({}) };
    const planted = {
      own_list: endpoint('PUT /a/', { ...options, roles: ['ADMIN', 'USER'] }),
      of_the_table: endpoint('PUT /b/', { ...options, roles: RIGHTS.billing }),
      own: endpoint('PUT /c/', { ...options, roles: 'own' }),
      open: endpoint('GET /d/', options),
    };
    expect(findCallsOutsideTheTable(planted)).toEqual(['own_list']);
  });

  test('RESTRICTED works and manages nothing', () => {
    const rights = Object.keys(RIGHTS) as (keyof typeof RIGHTS)[];
    expect(rights.filter((right) => may({ role: 'RESTRICTED' }, right))).toEqual(['work']);
    expect(rights.filter((right) => !may({ role: 'USER' }, right))).toEqual(['installation']);
    expect(rights.every((right) => may({ role: 'ADMIN' }, right))).toBe(true);
  });
});

test('docs/security/roles.md says what the contract says', async () => {
  await expect(renderRolesPage(api)).toMatchFileSnapshot('../../docs/security/roles.md');
});
