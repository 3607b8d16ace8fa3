// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../../../lib/api/live.ts';
import { writeStored } from '../../../lib/storage.ts';
import { show } from '../../../lib/testing/show.tsx';
import { InboxNotices } from './inbox-notices.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const user = { id: 1, role: 'USER', organization: { is_whitelabel: false, is_agency: false } };

/** Leads whose replies arrive in the background, those of each second together; what is announced. Leads from 100 on belong to a colleague. */
async function reply(...seconds: number[][]): Promise<string[]> {
  const shown: string[] = [];
  class Kept {
    static permission = 'granted';
    constructor(title: string) {
      shown.push(title);
    }
  }
  vi.stubGlobal('Notification', Kept);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  writeStored('reply-notifications', true);
  const listen = vi.spyOn(live, 'on');
  const { asked } = await show(
    <InboxNotices />,
    {
      'GET /chats/{}/': ({ call }: { call: string }) => {
        const id = Number(call.split('/')[2]);
        const assigned_to = id >= 100 ? { id: 2, name: 'Mia Berg' } : null;
        return { chat: { prospect: { id, first_name: 'Lead', last_name: String(id) }, assigned_to } };
      },
    },
    user,
  );
  const heard = listen.mock.calls.find(([type]) => type === 'chat_message')?.[1] as (data: object) => void;
  let message_id = 0;
  for (const leads of seconds) {
    const before = asked.length;
    for (const prospect_id of leads) heard({ prospect_id, message_id: ++message_id, sent_by_prospect: true });
    await expect.poll(() => asked.length).toBeGreaterThan(before);
  }
  await expect.poll(() => shown).not.toEqual([]);
  return shown;
}

test('several replies are one notification, without those to colleagues', async () => {
  expect(await reply([3, 4, 101])).toEqual(['2 new replies']);
});

test('what is left of several is announced by its name', async () => {
  expect(await reply([101, 5])).toEqual(['New reply from Lead 5']);
});

test('several replies to colleagues stay quiet', async () => {
  expect(await reply([101, 102], [6])).toEqual(['New reply from Lead 6']);
});

test('of very many replies the first twenty leads are asked about', async () => {
  expect(await reply(Array.from({ length: 300 }, (_, n) => n + 100))).toEqual(['280 new replies']);
});
