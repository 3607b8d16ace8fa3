// @vitest-environment happy-dom

import { DEFAULT_FEATURE_FLAGS } from '@overture/domain/access/feature-flags';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../../lib/testing/show.tsx';
import { FeaturesPage } from './features-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('only what was switched is saved, so a change by a colleague stays', async () => {
  const { sent } = await show(<FeaturesPage />, {
    'GET /agency/clients': { clients: [], credits_from: 'unlimited' },
    'GET /agency/features/': { features: DEFAULT_FEATURE_FLAGS, off_for_all: [] },
    'PUT /agency/features/': { features: DEFAULT_FEATURE_FLAGS, off_for_all: [] },
  });
  fireEvent.click(await screen.findByRole('switch', { name: 'Lead finder' }));
  await press('Save Changes');
  await expect
    .poll(() => sent('PUT /agency/features/'))
    .toEqual([{ features: { lead_finder_enabled: false }, client_id: null }]);
});
