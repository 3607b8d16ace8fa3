import type { Api } from '@overture/contract';
import type { ApprovalPreview } from '@overture/contract/approvals';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { cutText } from '@overture/domain/text/text-bounds';

type Campaign = EndpointOutput<Api['getCampaign']>['campaign'];
type Rehearsal = EndpointOutput<Api['rehearseCampaign']>['rehearsal'];
type Chat = EndpointOutput<Api['getChat']>['chat'];
interface Example {
  subject_line: string;
  message: string;
}

const EXAMPLES = 3;
const LONGEST_NAME = 200;

/** The first steps that write something. */
export const listExampleSteps = ({ steps }: Campaign): Campaign['steps'] =>
  steps.filter(({ message }) => message !== null && message.trim() !== '').slice(0, EXAMPLES);

/** What the start of a campaign would do. */
export function describeActivation(
  { name, status, timezone }: Campaign,
  rehearsal: Rehearsal,
  { lookup_credits, examples }: { lookup_credits: number | null; examples: readonly Example[] },
): ApprovalPreview {
  const { leads, senders, finishes_at, failures, leads_left_out } = rehearsal;
  const days = senders.map(({ days: own }) => Math.max(0, ...own.map(({ total }) => total)));
  const facts: [label: string, value: string | null][] = [
    ['Leads', String(leads.total)],
    ['Left out of this calculation', leads_left_out > 0 ? `${leads_left_out} leads` : null],
    ['Senders', senders.map(({ account }) => cutText(account.name, LONGEST_NAME)).join(', ')],
    ['Most actions on a day, each sender', days.join(', ')],
    ['Ends about', finishes_at === null ? null : `${finishes_at.slice(0, 10)} (${timezone})`],
    ['Credits for look-ups, at most', lookup_credits === null ? null : String(lookup_credits)],
    ...failures.map(({ text, leads: amount }): [string, string] => ['Will fail', `${amount} leads: ${text}`]),
  ];
  return {
    title: `${status === 'PAUSED' ? 'Resume' : 'Start'} the campaign ${cutText(name, LONGEST_NAME)}`,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    messages: examples.map(({ subject_line, message }) => ({ subject_line: subject_line || null, message })),
  };
}

/** What a message would say, and to whom. */
export function describeMessage(
  { prospect, accounts }: Chat,
  given: { message: string; subject_line?: string | null | undefined; account_id?: number | null | undefined },
): ApprovalPreview {
  const { first_name, last_name, email, company } = prospect;
  const name = cutText(`${first_name} ${last_name}`.trim(), LONGEST_NAME);
  const sender = accounts.find(({ id }) => id === given.account_id) ?? accounts[0];
  const facts = [
    { label: 'To', value: [name, email, company.name].filter(Boolean).join(', ') },
    ...(sender ? [{ label: 'From', value: cutText(sender.email ?? sender.name, LONGEST_NAME) }] : []),
  ];
  return {
    title: `Send a message to ${name}`,
    facts,
    messages: [{ subject_line: given.subject_line ?? null, message: given.message }],
  };
}
