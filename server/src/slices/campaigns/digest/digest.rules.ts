import { type StepType, stepKind } from '@overture/domain/flow/step-types';
import { phraseMissing } from '@overture/domain/message/missing-words';
import { toMailName } from '@overture/domain/text/text';

/** One thing that is missing at one step, and how many leads wait there for it. */
export interface DigestNeed {
  /** As missing data is named (`labelMissing`). */
  field: string;
  step_number: number;
  step_type: StepType;
  leads: number;
}

interface DigestCampaign {
  id: number;
  name: string;
  leads: number;
  /** Most leads first. */
  needs: DigestNeed[];
}

export interface Digest {
  leads: number;
  campaigns: DigestCampaign[];
  /** Those beyond the ones named. */
  more_campaigns: number;
  /** The creator of the campaigns has left: the mail goes to the managers of the organization. */
  is_for_others: boolean;
}

const count = (value: number): string => value.toLocaleString('en');
const leadsOf = (value: number): string => (value === 1 ? '1 lead' : `${count(value)} leads`);
const waits = (value: number): string => `${leadsOf(value)} ${value === 1 ? 'waits' : 'wait'}`;

/** The mail of a morning. @param url of the application */
export function digestMail(
  { leads, campaigns, more_campaigns, is_for_others }: Digest,
  url: string,
): { subject: string; paragraphs: string[] } {
  const whose = is_for_others
    ? 'You get this because you manage the organization and the creator of these campaigns is no longer here.'
    : 'You get this because you made these campaigns.';
  return {
    subject: `${waits(leads)} for data`,
    paragraphs: [
      `${waits(leads)} because something is missing that the next step needs. Each lead continues automatically once it is there.`,
      ...campaigns.flatMap((campaign) => [
        describeCampaign(campaign),
        `${url}/campaigns/${campaign.id}?missing_data=true`,
      ]),
      ...(more_campaigns > 0 ? [`And ${count(more_campaigns)} more campaigns: ${url}/campaigns`] : []),
      `${whose} It comes at most once a day when more leads wait, and once a week while the same ones do.`,
    ],
  };
}

function describeCampaign({ name, leads, needs }: DigestCampaign): string {
  const missing = needs.map((need) => {
    const step = `step ${need.step_number} (${stepKind(need.step_type).label})`;
    return `${toMailName(phraseMissing(need.field))} for ${step}: ${leadsOf(need.leads)}`;
  });
  const line = `${toMailName(name)}: ${waits(leads)}.`;
  return missing.length === 0 ? line : `${line} Missing: ${missing.join('; ')}.`;
}
