import { api } from '@overture/contract';
import { endpoint } from '@overture/contract/endpoint';
import { RIGHTS } from '@overture/domain/access/permissions';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findTagProblems } from './tags-law.ts';

test('every write names the data it touches, and every list the data it shows', () => {
  expect(findTagProblems(api)).toEqual([]);
});

test('it fires for each way that the tags of two calls fail to meet', () => {
  const options = { summary: '', ok: z.object({}), roles: RIGHTS.work };
  const planted = {
    list: endpoint('GET /a/', { ...options, shows: ['lists'] }),
    untagged: endpoint('GET /b/', options),
    write: endpoint('POST /a/', { ...options, touches: ['lists'] }),
    quiet: endpoint('POST /b/', { ...options, touches: 'nothing' }),
    forgotten: endpoint('POST /c/', options),
    empty: endpoint('PUT /c/', { ...options, touches: [] }),
    unseen: endpoint('PUT /d/', { ...options, touches: ['chats'] }),
    static_list: endpoint('GET /e/', { ...options, shows: ['notes'] }),
    counted: endpoint('POST /f/', { ...options, reads_only: true, shows: ['lists'], touches: ['lists'] }),
    shown_write: endpoint('POST /g/', { ...options, touches: 'nothing', shows: ['lists'] }),
  };
  expect(findTagProblems(planted)).toEqual([
    'chats: touched, shown by no call',
    'counted: a reading call that `touches`',
    'empty: a write without `touches`',
    'forgotten: a write without `touches`',
    'notes: shown, touched by no write',
    'shown_write: a write that `shows`',
    'untagged: a list or a record without `shows`',
  ]);
});
