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
import { useNamedTasks } from './known-keys.ts';

type Values = Partial<Record<MessageName, string | null>>;

interface Offered {
  values: Values;
  custom: readonly OfferedName[];
  /** How the conditions of the message are answered in the preview, by their tags. */
  answers: ReadonlyMap<string, boolean>;
}

const OfferedContext = createContext<Offered>({ values: {}, custom: [], answers: new Map() });

const noColumns: readonly LeadColumn[] = [];

interface PreviewedLeadProps {
  campaign: Pick<Campaign, 'name' | 'language'>;
  /** Whose message is looked at; the example lead where there is none. */
  lead: CampaignLead | null;
  answers: ReadonlyMap<string, boolean>;
  children: ReactNode;
}

/** Gives the variable lists their values for the previewed lead. */
export function PreviewedLead({ campaign, lead, answers, children }: PreviewedLeadProps) {
  const { columns = noColumns } = useCustomColumns();
  const offered = useMemo((): Omit<Offered, 'answers'> => {
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
  const described = useMemo((): Offered => ({ ...offered, answers }), [offered, answers]);
  return <OfferedContext value={described}>{children}</OfferedContext>;
}

export interface OfferedName {
  name: MessageName;
  label: string;
  /** What it says to the lead in the preview; null where that is nothing, or only known when it is sent. */
  value: string | null;
}

/** The variables a message can name; the organization's custom columns and what research found out come last. */
export function useOfferedNames(): OfferedName[] {
  const { values, custom } = useContext(OfferedContext);
  const found = useNamedTasks().map((task) => ({ name: researchName(task.key), label: task.name, value: null }));
  return [
    ...MESSAGE_NAMES.map((name) => ({ name, label: nameLabel(name), value: values[name] ?? null })),
    ...custom,
    ...found,
  ];
}

/** How a condition is answered for the lead in the preview; null where that is not known (yet). */
export function useAnswer(tag: string): boolean | null {
  return useContext(OfferedContext).answers.get(tag) ?? null;
}

/** A variable in a list, with what it says. */
export function NameWords({ label, value }: Pick<OfferedName, 'label' | 'value'>) {
  return (
    <span className="flex items-baseline justify-between gap-4">
      <span>{label}</span>
      {value === null ? null : (
        <span className="max-w-[180px] overflow-hidden text-ellipsis whitespace-nowrap text-ink-2 text-meta">
          {value}
        </span>
      )}
    </span>
  );
}
