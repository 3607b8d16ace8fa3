import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { LEAD_STATUSES, type LeadStatus } from '@overture/domain/campaign/transitions';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryKey, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';

type Page = { prospects: CampaignLead[]; total_prospects: number };

/** A busy engine reports many leads a second; the page refetches at most once in this time. */
const pause = 800;

/** Lays a change of a lead onto every shown page of its campaign's table. */
export function patchLead(client: QueryClient, prospectId: number, change: Partial<CampaignLead>): void {
  client.setQueriesData<Page>(
    { queryKey: queryKey(campaignLeadsEndpoints.listCampaignLeads) },
    (page) =>
      page && {
        ...page,
        prospects: page.prospects.map((lead) => (lead.id === prospectId ? { ...lead, ...change } : lead)),
      },
  );
}

/** Keeps table, timeline and counts up to date while they are on screen, without moving anything that did not change. */
export function useLiveLeads(campaignId: number): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function fetchSoon() {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void refetch(
        client,
        campaignLeadsEndpoints.listCampaignLeads,
        campaignLeadsEndpoints.getCampaignLead,
        campaignsEndpoints.getCampaign,
      );
    }, pause);
  }
  const isOurs = (event: { campaign_id: number }) => event.campaign_id === campaignId;
  useLiveEvent('prospect_campaign', (event) => isOurs(event) && fetchSoon());
  useLiveEvent('delete_prospect_campaign', (event) => isOurs(event) && fetchSoon());
  useLiveEvent('campaign_status', (event) => isOurs(event) && fetchSoon());
  useLiveEvent('chat_label', fetchSoon);
  useLiveEvent('chat_updated', fetchSoon);
  useLiveEvent('prospect_campaign_status', (event) => {
    if (!isOurs(event)) return;
    const status = event.campaign_status;
    if (isLeadStatus(status)) patchLead(client, event.prospect_id, { campaign_status: status });
    fetchSoon();
  });
}

function isLeadStatus(word: string): word is LeadStatus {
  return (LEAD_STATUSES as readonly string[]).includes(word);
}
