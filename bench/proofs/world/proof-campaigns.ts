import type { OauthProvider } from '@overture/adapters/mailbox/mailbox.port';
import * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { makeConsentedSender } from './mail-apis.ts';
import type { ProofWorld } from './proof-world.ts';

/** Senders and campaigns as the proofs make them, on mail servers, mail APIs and LinkedIn alike. */

export type MailboxType = 'IMAP' | OauthProvider;

/** A campaign that has begun for these people; answers their leads in order. */
export async function startCampaign(
  { system }: Pick<ProofWorld, 'system'>,
  spec: Omit<factory.CampaignSpec, 'account_id'> & { account_id?: number },
  people: readonly factory.PersonSpec[],
): Promise<{ campaign_id: number; lead_ids: number[]; prospect_ids: number[] }> {
  const campaign = await factory.makeCampaign(system, { account_id: null, ...spec });
  const prospect_ids = await factory.makePeople(system, spec.organization_id, people);
  const lead_ids = await factory.startPeople(system, campaign, spec.organization_id, prospect_ids);
  return { campaign_id: campaign.id, lead_ids, prospect_ids };
}

/** Mailboxes without an API: every other one keeps copies of what it sends, and every other pair gives it a Message-ID of its own. APIs do both. */
async function makeMailbox(
  world: ProofWorld,
  organizationId: number,
  type: MailboxType,
  { email, keeps, replaces }: { email: string; keeps: boolean; replaces: boolean },
): Promise<number> {
  if (type !== 'IMAP') return makeConsentedSender(world.system, organizationId, type, email);
  world.mail.store.openAccount(email, { keeps_sent_copies: keeps, replaces_message_ids: replaces });
  return factory.makeMailSender(world.system, organizationId, {
    email,
    smtp_port: world.mail.smtp_port,
    imap_port: world.mail.imap_port,
    cap: 1000,
    sent_copy: keeps ? 'kept_by_server' : 'no_sent_folder',
  });
}

export interface MailCampaigns {
  type: MailboxType;
  senders: number;
  leads_per_sender: number;
  nodes: factory.NodeSpec[];
  /** Sets the senders of this call apart from those of others. */
  name?: string;
  /** Names of the recipients in turn: what the mail world does with their mails (sandbox: faults by address). */
  recipients?: readonly string[];
  /** Before its campaigns begin. */
  prepare?: (organizationId: number) => Promise<unknown>;
  /** What else is known of the nth recipient of a sender. */
  describe?: (n: number, place: number) => Partial<factory.PersonSpec>;
}

/** A new organization whose senders have a campaign each. */
export async function fillMailboxes(world: ProofWorld, given: MailCampaigns): Promise<number> {
  const { type, senders, leads_per_sender, nodes, name = 'all', recipients = ['p'], describe } = given;
  const organization_id = await factory.makeOrganization(world.system);
  await given.prepare?.(organization_id);
  for (let place = 0; place < senders; place += 1) {
    const box = { email: `sender${place}.${name}@acme.example`, keeps: place % 2 === 0, replaces: place % 4 > 1 };
    const account_id = await makeMailbox(world, organization_id, type, box);
    const people = Array.from({ length: leads_per_sender }, (_, n) => ({
      email: `${recipients[(n + place) % recipients.length]}+${n}.${place}@northwind.example`,
      ...describe?.(n, place),
    }));
    await startCampaign(world, { organization_id, account_id, nodes }, people);
  }
  return organization_id;
}

/** Recipients whose mails leave a doubt: stored or not, and the client is not told which. */
export const DOUBTFUL = [
  'dropafterdot-stored',
  'dropafterdot-lost',
  'four21afterdot',
  'four21afterdot-lost',
  'hangafterdot',
  'person',
];
