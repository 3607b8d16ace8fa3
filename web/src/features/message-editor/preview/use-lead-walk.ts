import { useDebouncedValue } from '@mantine/hooks';
import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { dataProblemsEndpoints } from '@overture/contract/data-problems';
import { DATA_PROBLEM_LIMITS, PAGE_SIZES } from '@overture/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { useCopyFlag } from '../../flow-canvas/index.ts';

export type LeadWalk = ReturnType<typeof useLeadWalk>;

/** The leads of a campaign one by one: all of them, or those that lack something at this step as it was last saved. */
export function useLeadWalk(campaignId: number, stepId: number) {
  const [index, setIndex] = useState(0);
  const [picked, setPicked] = useState<CampaignLead | null>(null);
  const [onlyProblems, setOnlyProblems] = useState(false);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, 300);
  const all = useLeadPage(campaignId, index, !onlyProblems);
  const found = useFound(campaignId, wanted.trim());
  const lacking = useLackingLead(campaignId, stepId, index, onlyProblems);
  const { total, lead, isPending } = onlyProblems ? lacking : all;
  function go(step: 1 | -1) {
    if (!total) return;
    setPicked(null);
    setIndex((before) => Math.min(Math.max(Math.min(before, total - 1) + step, 0), total - 1));
  }
  return {
    lead: picked ?? lead,
    /** From 1; null for one that was looked up by name. */
    position: picked || !total ? null : Math.min(index, total - 1) + 1,
    total,
    isPending,
    hasNoLeads: !onlyProblems && all.total === 0,
    options: wanted.trim() === '' ? all.rows : (found.data?.prospects ?? []),
    search: setSearch,
    pick: (one: CampaignLead) => {
      const place = all.rows.findIndex(({ id }) => id === one.id);
      if (!onlyProblems && place >= 0) setIndex(all.first + place);
      setPicked(!onlyProblems && place >= 0 ? null : one);
    },
    go,
    onlyProblems,
    setOnlyProblems: (only: boolean) => {
      setOnlyProblems(only);
      setPicked(null);
      setIndex(0);
    },
  };
}

function useLeadPage(campaignId: number, index: number, isOn: boolean) {
  const size = PAGE_SIZES.campaign_leads;
  const page = Math.floor(index / size) + 1;
  const query = useQuery({
    ...queryOptions(campaignLeadsEndpoints.listCampaignLeads, { params: { id: campaignId }, query: { page } }),
    enabled: isOn,
  });
  const rows = query.data?.prospects ?? [];
  const first = (page - 1) * size;
  // After leads have left, continue at the last one of the page.
  const lead = rows[index - first] ?? rows.at(-1);
  return { rows, first, lead, total: query.data?.total_prospects, isPending: query.isPending };
}

function useFound(campaignId: number, name: string) {
  return useQuery({
    ...queryOptions(campaignLeadsEndpoints.listCampaignLeads, {
      params: { id: campaignId },
      query: { page: 1, filters: [{ column: 'name', operation: 'contains', value: name }] },
    }),
    enabled: name !== '',
    placeholderData: keepPreviousData,
  });
}

function useLackingLead(campaignId: number, stepId: number, index: number, isOn: boolean) {
  const size = DATA_PROBLEM_LIMITS.leads_a_page;
  const page = Math.floor(index / size) + 1;
  const list = useQuery({
    ...queryOptions(dataProblemsEndpoints.listProblemLeads, {
      params: { id: campaignId },
      query: { step_id: stepId, page, ...useCopyFlag() },
    }),
    enabled: isOn,
  });
  const rows = list.data?.leads ?? [];
  const id = (rows[index - (page - 1) * size] ?? rows.at(-1))?.prospect_id;
  const lead = useQuery({
    ...queryOptions(campaignLeadsEndpoints.getCampaignLead, {
      params: { id: id ?? 0 },
      query: { campaign_id: campaignId },
    }),
    enabled: isOn && id !== undefined,
  });
  return {
    lead: id === undefined ? undefined : lead.data?.prospect,
    total: list.data?.total,
    isPending: list.isPending || (id !== undefined && lead.isPending),
  };
}

const FIELDS = 'input:not([type="checkbox"]):not([type="radio"]),textarea,select,[contenteditable="true"]';

/** J and K move between leads, unless the user types or another dialog is open. */
export function useWalkKeys(place: RefObject<HTMLElement | null>, go: (step: 1 | -1) => void): void {
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement | null;
      const own = place.current?.closest('[role="dialog"]');
      const isElsewhere = own && target !== document.body && !own.contains(target);
      if (isElsewhere || target?.closest?.(FIELDS)) return;
      const step = ({ j: 1, k: -1 } as const)[event.key.toLowerCase()];
      if (step === undefined) return;
      event.preventDefault();
      latest.current(step);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [place]);
}
