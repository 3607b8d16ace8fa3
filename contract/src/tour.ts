import { RIGHTS } from '@overture/domain/access/permissions';
import { z } from 'zod';
import { done, endpoint, idSchema } from './endpoint.ts';

const listBody = z.object({ search_id: idSchema });

/** The steps of the guided tour that the server does. Each may be asked again: what is there already stays as it is. */
export const tourEndpoints = {
  createTourList: endpoint('POST /tour/create-first-list/', {
    summary: 'The example list of the guided tour',
    touches: ['lists'],
    roles: RIGHTS.work,
    feature: 'lead_list_creation_enabled',
    errors: ['trial_search_limit'],
    ok: z.object({ search_id: z.number().int() }),
  }),
  addTourLeads: endpoint('POST /tour/populate-demo-leads/', {
    summary: 'Puts invented people into the example list',
    touches: ['lists', 'leads'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    body: listBody,
    errors: ['not_found'],
    ok: done,
  }),
  addTourColumn: endpoint('POST /tour/add-research-column/', {
    summary: 'Adds a research column with its answers to the example list, at no credits',
    touches: ['research', 'leads'],
    roles: RIGHTS.work,
    feature: 'ai_research_enabled',
    body: listBody,
    errors: ['not_found'],
    ok: done,
  }),
  createTourCampaign: endpoint('POST /tour/create-demo-campaign/', {
    summary: 'The example campaign of the guided tour, which cannot be started',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    feature: 'campaign_creation_enabled',
    body: listBody,
    errors: ['not_found'],
    ok: z.object({ campaign_id: z.number().int() }),
  }),
  removeTourExamples: endpoint('DELETE /tour/', {
    summary: 'Removes the list, people and campaign of the own tour',
    touches: ['lists', 'campaigns', 'research_tasks'],
    roles: RIGHTS.work,
    ok: done,
  }),
};
