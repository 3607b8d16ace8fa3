import type { LinkedinReading } from '../linkedin.port.ts';
import { fetchImportPage } from './import-pages.api.ts';
import { filterReadable } from './lists.api.ts';
import { parseCompany, parseJob, parseProfile } from './people.transform.ts';
import { unipileManifest } from './unipile.manifest.ts';
import type { UnipileClient } from './unipile-client.api.ts';
import { companyShape, foundJobShape, profileShape, searchShape } from './unipile-shapes.api.ts';

const MOST_JOBS = 100;

export function createReading(client: UnipileClient): LinkedinReading {
  return {
    readPage: (account_id, request) => fetchImportPage(client, account_id, request),
    async getProfile(account_id, identifier, { is_visit = false } = {}) {
      const path = `/users/${encodeURIComponent(identifier)}`;
      if (!is_visit) return parseProfile(await client.read(profileShape, path, { account_id }));
      // The person sees the visit: after a broken response it is unknown whether they did.
      return parseProfile(await client.change(profileShape, 'GET', path, { account_id, notify: true }));
    },
    async getCompany(account_id, identifier) {
      const path = `/linkedin/company/${encodeURIComponent(identifier)}`;
      return parseCompany(await client.read(companyShape, path, { account_id }));
    },
    async searchJobs(account_id, { company_id, limit }) {
      const wanted = Math.min(limit, MOST_JOBS);
      const jobs = [];
      for (let cursor: string | null = null, isOver = false; !isOver && jobs.length < wanted; ) {
        const page = Math.min(unipileManifest.limits.jobs_per_page, wanted - jobs.length);
        const answer: { items: unknown[]; cursor?: string | null | undefined } = await client.ask(
          searchShape,
          '/linkedin/search',
          { account_id, limit: page, cursor },
          { api: 'classic', category: 'jobs', company: [company_id], sort_by: 'date' },
        );
        jobs.push(...filterReadable(foundJobShape, answer.items).map(parseJob));
        isOver = !answer.cursor || answer.cursor === cursor || answer.items.length === 0;
        cursor = answer.cursor ?? null;
      }
      return jobs.slice(0, wanted);
    },
  };
}
