import { describe, expect, test } from 'vitest';
import {
  LINKEDIN_IMPORT_KINDS,
  type LinkedinImportKind,
  maxImportAmount,
  parseLinkedinSource,
  tierOfImport,
} from './linkedin-import.ts';

describe('an address is understood as its kind alone', () => {
  test.each<[LinkedinImportKind, string, object]>([
    [
      'linkedin-post',
      'https://www.linkedin.com/posts/ada-king_growth-tips-activity-7123456789012345678-Ab_9?utm=1',
      { post_urn: 'urn:li:activity:7123456789012345678' },
    ],
    [
      'linkedin-post',
      'linkedin.com/posts/ada_ugcPost-7123456789012345678-xYz/',
      { post_urn: 'urn:li:ugcPost:7123456789012345678' },
    ],
    [
      'linkedin-post',
      'https://nl.linkedin.com/feed/update/urn:li:activity:7123456789012345678/',
      { post_urn: 'urn:li:activity:7123456789012345678' },
    ],
    [
      'linkedin-post',
      'https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A7123456789012345678',
      { post_urn: 'urn:li:share:7123456789012345678' },
    ],
    ['linkedin-group', 'http://www.linkedin.com/groups/4711/members/', { group_id: '4711' }],
    [
      'linkedin-search',
      ' https://www.linkedin.com/search/results/people/?keywords=cmo&origin=FACETED ',
      { url: 'https://www.linkedin.com/search/results/people/?keywords=cmo&origin=FACETED' },
    ],
    [
      'sales-navigator',
      'https://www.linkedin.com/sales/search/people?query=(filters:List())#x',
      { url: 'https://www.linkedin.com/sales/search/people?query=(filters:List())#x' },
    ],
    ['recruiter', 'https://www.linkedin.com/talent/search?searchRequestId=1', {}],
    ['recruiter', 'https://www.linkedin.com/recruiter/search/?keywords=x', {}],
    ['recruiter', 'https://www.linkedin.com/talent/hire/4711/discover/recruiterSearch?searchContextId=a&start=0', {}],
  ])('%s %s', (kind, url, expected) => {
    expect(parseLinkedinSource(kind, url)).toMatchObject({ kind, ...expected });
    for (const other of LINKEDIN_IMPORT_KINDS.filter((candidate) => candidate !== kind)) {
      expect(parseLinkedinSource(other, url)).toBeNull();
    }
  });

  test.each([
    '',
    '   ',
    'posts',
    'javascript:alert(1)//linkedin.com/groups/1',
    'ftp://www.linkedin.com/groups/1',
    'https://linkedin.com.evil.example/groups/1',
    'https://evil-linkedin.com/groups/1',
    'https://evil.example/?u=linkedin.com/groups/1',
    'https://user:pass@www.linkedin.com/groups/1',
    'https://www.linkedin.com:8443/groups/1',
    'https://www.linkedin.com/groups/abc',
    'https://www.linkedin.com/groups/1 2',
    'https://www.linkedin.com/groups/%E0%A4%A',
    'https://www.linkedin.com/in/ada',
    'https://www.linkedin.com/talent/hire/4711/discover/recruiterSearcher',
    'https://www.linkedin.com/talent/hire/ada/discover/recruiterSearch',
    'https://www.linkedin.com/search/results/people/../companies/',
    'https://www.linkedin.com/sales/search/company?query=x',
    'https://www.linkedin.com/posts/ada-activity-12',
    'https://www.linkedin.com/feed/update/urn:li:activity:7123456789012345678:x',
    `https://www.linkedin.com/search/results/people/?keywords=${'x'.repeat(4000)}`,
  ])('%s is no source of any kind', (url) => {
    for (const kind of LINKEDIN_IMPORT_KINDS) expect(parseLinkedinSource(kind, url)).toBeNull();
  });

  test('amounts and tiers', () => {
    expect(LINKEDIN_IMPORT_KINDS.map((kind) => [kind, maxImportAmount(kind), tierOfImport(kind)])).toEqual([
      ['linkedin-post', 500, null],
      ['linkedin-group', 1000, 'SALES_NAVIGATOR'],
      ['linkedin-search', 500, null],
      ['sales-navigator', 1000, 'SALES_NAVIGATOR'],
      ['recruiter', 1000, 'RECRUITER'],
    ]);
  });
});
