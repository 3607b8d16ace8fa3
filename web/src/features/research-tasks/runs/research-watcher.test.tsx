// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { live } from '../../../lib/api/live.ts';
import { useJobs } from '../../../lib/jobs.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { press, show } from '../../../lib/testing/show.tsx';
import { ResearchWatcher } from './research-watcher.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Page() {
  const go = useGo();
  return (
    <>
      <ResearchWatcher />
      <button type="button" onClick={() => go(pb.search(7))}>
        Open the list
      </button>
      <Tray />
    </>
  );
}

function Tray() {
  return useJobs().map(({ id, label, count, state, onStop }) => (
    <p key={id}>
      {label}: {count}, {state}
      <button type="button" onClick={onStop}>
        Stop {label}
      </button>
    </p>
  ));
}

/** Listeners of the live connection by type, for the test to call. */
function hearLive(): Map<string, (data: object) => void> {
  const heard = new Map<string, (data: object) => void>();
  vi.spyOn(live, 'on').mockImplementation((type, listener) => {
    heard.set(type, listener as (data: object) => void);
    return () => heard.delete(type);
  });
  return heard;
}

test('a run whose list was left is shown with its progress and stopped from the tray; its own list shows it itself', async () => {
  const heard = hearLive();
  const { sent } = await show(<Page />, {
    'GET /search/7/': { search: { id: 7, name: 'Directors' } },
    'POST /enrichment/prompts/7/cancel/': { success: true, cancelled_cells: 5, released_credits: 5 },
  });
  const publish = (type: string, data: object) =>
    act(async () => heard.get(type)?.({ campaign_id: null, search_id: 7, ...data }));
  await publish('research_changed', { loading_count: 6 });
  expect(await screen.findByText(/Research in Directors: 0 of 6 cells, running/)).toBeTruthy();
  await publish('prompt_completed', { answer: { state: 'done' } });
  expect(await screen.findByText(/1 of 6 cells, running/)).toBeTruthy();
  await press('Stop Research in Directors');
  await waitFor(() => expect(sent('POST /enrichment/prompts/7/cancel/')).toHaveLength(1));
  await press('Open the list');
  await waitFor(() => expect(screen.queryByText(/Research in Directors/)).toBeNull());
});
