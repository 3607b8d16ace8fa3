import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { loadExamples } from '../../server/src/app/api-docs/api-docs.ts';
import { fitsContract, listExampleForms, MAX_EXAMPLE_BYTES } from '../api-examples/shape-example.ts';

const endpoints: Record<string, Endpoint> = api;
const examples = loadExamples();

/** They answer with a file, or lead on to another page: there is no answer to show. */
const WITHOUT_EXAMPLE: readonly string[] = [
  ...['downloadActivities', 'downloadArchive', 'downloadBadRows', 'downloadCampaignAnalytics'],
  ...[
    'downloadCampaignAnalyticsProspects',
    'downloadCampaignLeads',
    'downloadCampaignMessages',
    'downloadClient',
    'downloadClientReport',
    'downloadCredits',
  ],
  ...['downloadExport', 'downloadOrganizationAnalyticsProspects', 'downloadPersonFile', 'downloadSecurityEvents'],
  ...[
    'downloadStatementCsv',
    'downloadStatementPdf',
    'downloadSuppressions',
    'getChatAttachment',
    'getSavedReplyFile',
    'readAttachmentPreview',
    'readSavedReplyPreview',
    'readUploadPreview',
  ],
  ...['getClientLogo', 'getMailPicture', 'getPicture', 'returnFromSso', 'startGoogle'],
];

describe('examples of the API reference', () => {
  test('each call has one, from an answer of the tests: node tools/run.mjs api-examples', () => {
    const missing = Object.keys(endpoints)
      .filter((name) => examples[name] === undefined)
      .sort();
    expect(missing).toEqual(WITHOUT_EXAMPLE.toSorted());
    expect(Object.keys(examples).filter((name) => !endpoints[name])).toEqual([]);
  });

  test('each is what the contract says, and small', () => {
    const entries = Object.entries(examples);
    const stale = entries.filter(([name, example]) => endpoints[name] && !fitsContract(endpoints[name], example));
    expect(stale.map(([name]) => name)).toEqual([]);
    expect(entries.filter(([, example]) => JSON.stringify(example).length > MAX_EXAMPLE_BYTES)).toEqual([]);
  });

  test('none holds a secret, the name of the product or an address of a machine', () => {
    const found = JSON.stringify(examples).match(
      /ovt_(?:live|test)_(?!example)\w+|overture|127\.0\.0\.1|localhost|CANARY|whsec_(?!ZXhhbXBsZQ==)\w+|eyJ\w{20}|person\d+@|"20(?!26-0[1-9])\d\d-\d\d-\d\d[T"]/gi,
    );
    expect(found).toBeNull();
  });
});

describe('an answer becomes an example', () => {
  const answer = {
    key: { id: 71_000_002, organization_id: 5, created_by: { id: 5 }, account_id: '71000002' },
    secret: 'ovt_test_bly6FxZXQM8TCdYsVYCTY0AdoObDJtP8KUOgGCagi2J2lABPZ',
    url: 'http://127.0.0.1:40123/callback?code=dGhpcyBpcyBhIHNlY3JldCB0ZXh0MQ',
    mail: 'Sent to person12@company12.example',
    later: '2026-11-29T06:38:15.181Z',
    sooner: '2026-11-28T06:38:15.181Z',
    rows: [{ name: null }, { name: 'Ada' }, { name: null }],
    by_day: Object.fromEntries(
      Array.from({ length: 30 }, (_, day) => [`2026-03-${String(day + 1).padStart(2, '0')}`, 1]),
    ),
  };

  test('with stable ids and times, without secrets and addresses of the run', () => {
    expect(listExampleForms(answer)[0]).toEqual({
      key: { id: 1, organization_id: 2, created_by: { id: 2 }, account_id: '1' },
      secret: 'example',
      url: 'https://app.example.com/callback?code=example',
      mail: 'Sent to ada@company.example',
      later: '2026-01-15T10:00:00.000Z',
      sooner: '2026-01-15T09:00:00.000Z',
      rows: [{ name: 'Ada' }],
      by_day: { '2026-01-15': 1, '2026-01-16': 1 },
    });
    expect(listExampleForms(answer)).toEqual(listExampleForms(structuredClone(answer)));
  });

  test('that is small, or none', () => {
    const deep = { rows: [{ texts: Array.from({ length: 9 }, () => 'word '.repeat(300)) }] };
    for (const form of listExampleForms(deep))
      expect(JSON.stringify(form).length).toBeLessThanOrEqual(MAX_EXAMPLE_BYTES);
    expect(listExampleForms(deep)).not.toEqual([]);
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, place) => [`field_${place}`, 'word']));
    expect(listExampleForms(wide)).toEqual([]);
  });

  test('unless the contract has no such field, or another one', () => {
    const ok = { ok: z.object({ id: z.int() }) } as unknown as Endpoint;
    expect(['fits', fitsContract(ok, { id: 1 })]).toEqual(['fits', true]);
    expect([fitsContract(ok, { id: 1, old: 1 }), fitsContract(ok, {})]).toEqual([false, false]);
  });
});
