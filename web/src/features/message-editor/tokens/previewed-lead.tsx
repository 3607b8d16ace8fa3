import type { CampaignLead } from '@overture/contract/campaign-leads';
import type { Campaign } from '@overture/contract/campaigns';
import type { LeadColumn } from '@overture/contract/lead-columns';
import { customName } from '@overture/domain/leads/custom-columns';
import { EXAMPLE_LEAD } from '@overture/domain/message/example-lead';
import { toMessageFields, variablesOf } from '@overture/domain/message/message-fields';
import { MESSAGE_NAMES, type MessageName, nameLabel } from '@overture/domain/message/template/names';
import { researchName } from '@overture/domain/message/template/research-names';
import { renderMessage } from '@overture/domain/message/variables';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useCustomColumns } from '../../custom-columns/index.ts';
import { t } from '../texts.ts';
import { useNamedTasks } from './known-keys.ts';

type Values = Partial<Record<MessageName, string | null>>;

interface Offered {
  values: Values;
  custom: readonly OfferedName[];
  /** How the conditions of the message are answered in the preview, by their tags. */
  answers: ReadonlyMap<string, boolean>;
  /** What research found for the lead in the preview, by name. */
  results: ReadonlyMap<string, string>;
}

const OfferedContext = createContext<Offered>({ values: {}, custom: [], answers: new Map(), results: new Map() });

const noColumns: readonly LeadColumn[] = [];

interface PreviewedLeadProps {
  campaign: Pick<Campaign, 'name' | 'language'>;
  /** Whose message is looked at; the example lead where there is none. */
  lead: CampaignLead | null;
  answers: ReadonlyMap<string, boolean>;
  results: ReadonlyMap<string, string>;
  children: ReactNode;
}

/** Gives the variable lists their values for the previewed lead. */
export function PreviewedLead({ campaign, lead, answers, results, children }: PreviewedLeadProps) {
  const { columns = noColumns } = useCustomColumns();
  const offered = useMemo((): Omit<Offered, 'answers' | 'results'> => {
    const person = lead ? { ...lead, industry: lead.company.industry } : EXAMPLE_LEAD;
    const fields = toMessageFields(person, columns);
    const said = { variables: {}, custom: fields.custom, language: campaign.language };
    const custom = columns.map(({ key, name: label }): OfferedName => {
      const name = customName(key);
      const shown = renderMessage({ message: `{{${name}}}` }, said);
      return { name, label, value: shown.kind === 'ready' ? shown.text : null };
    });
    return { values: { ...variablesOf(fields), 'campaign.name': campaign.name }, custom };
  }, [lead, campaign.name, campaign.language, columns]);
  const described = useMemo((): Offered => ({ ...offered, answers, results }), [offered, answers, results]);
  return <OfferedContext value={described}>{children}</OfferedContext>;
}

export interface OfferedName {
  name: MessageName;
  label: string;
  /** What it says to the lead in the preview; null where that is nothing, or only known when it is sent. */
  value: string | null;
  /** A research task without a result for any lead. */
  isUnanswered?: boolean;
}

/** The variables a message can name; custom columns and research come last, research without results at the end. */
export function useOfferedNames(): OfferedName[] {
  const { values, custom, results } = useContext(OfferedContext);
  const found = useNamedTasks()
    .map(({ key, name: label, is_answered }) => {
      const name = researchName(key);
      return { name, label, value: results.get(name) ?? null, isUnanswered: !is_answered };
    })
    .sort((a, b) => Number(a.isUnanswered) - Number(b.isUnanswered));
  return [
    ...MESSAGE_NAMES.map((name) => ({ name, label: nameLabel(name), value: values[name] ?? null })),
    ...custom,
    ...found,
  ];
}

/** What users call a variable: the name of its column or research task, which a rename changes and its key keeps. */
export function useNameLabel(name: MessageName | undefined): string | undefined {
  return useOfferedNames().find((offered) => offered.name === name)?.label;
}

/** How a condition is answered for the lead in the preview; null where that is not known (yet). */
export function useAnswer(tag: string): boolean | null {
  return useContext(OfferedContext).answers.get(tag) ?? null;
}

/** A variable in a list, with what it says. */
export function NameWords({ label, value, isUnanswered = false }: Omit<OfferedName, 'name'>) {
  const note = value ?? (isUnanswered ? t('not_researched') : null);
  return (
    <span className="flex items-baseline justify-between gap-4">
      <span>{label}</span>
      {note === null ? null : (
        <span className="max-w-[180px] overflow-hidden text-ellipsis whitespace-nowrap text-ink-2 text-meta">
          {note}
        </span>
      )}
    </span>
  );
}
