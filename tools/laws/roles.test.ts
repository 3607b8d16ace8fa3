import { api } from '@overture/contract';
import { endpoint } from '@overture/contract/endpoint';
import { EVERYBODY } from '@overture/domain/access/permissions';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findWritesWithoutRoles, listWrites, renderRolesPage } from './roles-law.ts';

describe('every write names the roles that may call it', () => {
  test('the contract obeys it: add `roles: EVERYBODY`, `MANAGERS`, `ADMINS` or `own` to what is listed', () => {
    expect(findWritesWithoutRoles(api)).toEqual([]);
    expect(listWrites(api).length).toBeGreaterThan(80);
  });

  test('it fires for a write without roles and for a public one that names some, not for calls that read', () => {
    const options = { summary: '', ok: z.object({}) };
    const planted = {
      forgotten: endpoint('POST /a/', options),
      deleted: endpoint('DELETE /a/{id}/', options),
      contradictory: endpoint('POST /b/', { ...options, auth: 'public', roles: EVERYBODY }),
      named: endpoint('PUT /a/', { ...options, roles: EVERYBODY }),
      own: endpoint('PUT /b/', { ...options, roles: 'own' }),
      stranger: endpoint('POST /c/', { ...options, auth: 'public' }),
      counted: endpoint('POST /d/', { ...options, reads_only: true }),
      read: endpoint('GET /a/', options),
    };
    expect(findWritesWithoutRoles(planted)).toEqual(['forgotten', 'deleted', 'contradictory']);
  });
});

test('docs/security/roles.md says what the contract says', async () => {
  await expect(renderRolesPage(api)).toMatchFileSnapshot('../../docs/security/roles.md');
});
