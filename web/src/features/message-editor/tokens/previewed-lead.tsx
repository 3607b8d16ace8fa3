import type { CampaignLead } from '@overture/contract/campaign-leads';
import type { Campaign } from '@overture/contract/campaigns';
import { EXAMPLE_LEAD } from '@overture/domain/message/example-lead';
import { messageFieldsOf, variablesOf } from '@overture/domain/message/message-fields';
import { MESSAGE_NAMES, type MessageName, NAME_LABELS } from '@overture/domain/message/template/names';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

type Values = Partial<Record<MessageName, string | null>>;

const ValuesContext = createContext<Values>({});

interface PreviewedLeadProps {
  campaign: Pick<Campaign, 'name'>;
  /** Whose message is looked at; the example lead where there is none. */
  lead: CampaignLead | null;
  children: ReactNode;
}

/** Tells the lists of variables what each of them would say to the lead in the preview. */
export function PreviewedLead({ campaign, lead, children }: PreviewedLeadProps) {
  const values = useMemo((): Values => {
    const person = lead ? { ...lead, industry: lead.company.industry } : EXAMPLE_LEAD;
    return { ...variablesOf(messageFieldsOf(person)), 'campaign.name': campaign.name };
  }, [lead, campaign.name]);
  return <ValuesContext value={values}>{children}</ValuesContext>;
}

export interface OfferedName {
  name: MessageName;
  label: string;
  /** What it says to the lead in the preview; null where that is nothing, or only known when it is sent. */
  value: string | null;
}

/** The variables a message can name. */
export function useOfferedNames(): OfferedName[] {
  const values = useContext(ValuesContext);
  return MESSAGE_NAMES.map((name) => ({ name, label: NAME_LABELS[name], value: values[name] ?? null }));
}

/** A variable in a list, with what it says. */
export function NameWords({ label, value }: Pick<OfferedName, 'label' | 'value'>) {
  return (
    <span className="flex items-baseline justify-between gap-4">
      <span>{label}</span>
      {value === null ? null : (
        <span className="max-w-[180px] overflow-hidden text-ellipsis whitespace-nowrap text-ink-3 text-meta">
          {value}
        </span>
      )}
    </span>
  );
}
