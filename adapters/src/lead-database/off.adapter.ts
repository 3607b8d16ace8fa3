import { ProviderError } from '../kit/errors.ts';
import type { LeadDatabasePort } from './lead-database.port.ts';

/** A lead database that is not there. @param reason what a person should know or do, in words */
export function createOffLeadDatabase(reason: string): LeadDatabasePort {
  const refuse = async (): Promise<never> => {
    throw new ProviderError('unavailable', reason, { concerns: 'service' });
  };
  return {
    previewLeads: refuse,
    countLeads: refuse,
    async *selectLeads() {
      yield await refuse();
      return { selected: 0, already_listed: 0, already_known: 0, excluded_domain: 0, over_company_limit: 0 };
    },
    insertLeads: refuse,
    getPosition: refuse,
    listCommonTitles: refuse,
    describe: async () => ({ state: 'off', engine: 'embedded', total_leads: 0, progress_percent: null, text: reason }),
    close: async () => undefined,
  };
}
