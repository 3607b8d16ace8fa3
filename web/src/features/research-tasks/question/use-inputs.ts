import { type EnrichmentPrompt, enrichmentEndpoints } from '@overture/contract/enrichment';
import { customName } from '@overture/domain/leads/custom-columns';
import { RESEARCH_LEAD_INPUTS, type ResearchLeadInput } from '@overture/domain/message/template/research-inputs';
import { researchName } from '@overture/domain/message/template/research-names';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { defineTexts } from '../../../lib/texts.ts';
import { useCustomColumns } from '../../custom-columns/index.ts';

const inputLabel = defineTexts({ ...RESEARCH_LEAD_INPUTS });
const LEAD_INPUTS = Object.keys(RESEARCH_LEAD_INPUTS) as ResearchLeadInput[];

/** A column that a question can name. */
export interface InputColumn {
  name: string;
  label: string;
  group: 'research' | 'custom' | 'lead';
}

/** Columns that a question can name: of research, custom ones, and fields of the lead. Undefined until they are known. */
export function useInputColumns(ownId: number | undefined): readonly InputColumn[] | undefined {
  const tasks = useQuery(queryOptions(enrichmentEndpoints.listResearchTasks));
  const { columns: custom } = useCustomColumns();
  return useMemo(() => {
    if (tasks.data === undefined || custom === undefined) return undefined;
    return [
      ...tasks.data.flatMap((task) => toResearchInput(task, ownId)),
      ...custom.map(({ key, name }) => ({ name: customName(key), label: name, group: 'custom' as const })),
      ...LEAD_INPUTS.map((name) => ({ name, label: inputLabel(name), group: 'lead' as const })),
    ];
  }, [tasks.data, custom, ownId]);
}

function toResearchInput({ id, key, name }: EnrichmentPrompt, ownId: number | undefined): InputColumn[] {
  return key === null || id === ownId ? [] : [{ name: researchName(key), label: name, group: 'research' }];
}
