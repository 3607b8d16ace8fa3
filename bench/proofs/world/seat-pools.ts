import type * as factory from '../../../server/src/slices/campaigns/run/run.factory.ts';
import { consultLinkedinOracle, type LinkedinVerdict, makeSeat } from './linkedin-proof.ts';
import { startCampaign } from './proof-campaigns.ts';
import type { ProofWorld } from './proof-world.ts';

/** Visited, invited, and written to once they have accepted: the seat of the invite is the one of the message. */
const NODES: factory.NodeSpec[] = [
  { type: 'VISIT_LINKEDIN_PROFILE' },
  { type: 'LINKEDIN_INVITE', message: 'Hello {{first_name}}' },
  { type: 'ACCEPTED_INVITE', delay_in_hours: 30 * 24 },
  { type: 'LINKEDIN_MESSAGE', branch: 'yes', message: 'First words for {{first_name}}' },
];

/** A campaign that several LinkedIn seats share. */
export async function makeSeatPool(
  world: ProofWorld,
  organization_id: number,
  place: number,
  { seats, leads }: { seats: number; leads: number },
): Promise<{ id: number; organization_id: number; account_ids: number[] }> {
  const account_ids: number[] = [];
  for (let n = 0; n < seats; n += 1) account_ids.push(await makeSeat(world, organization_id, { weekly_invites: 200 }));
  const people = Array.from({ length: leads }, (_, n) => {
    const who = `seated${n}of${place}`;
    return { email: null, first_name: who, linkedin: `${who}-accepts-silent` };
  });
  const [linkedin_account_id, ...more_linkedin_accounts] = account_ids;
  const spec = {
    organization_id,
    linkedin_account_id: linkedin_account_id!,
    more_linkedin_accounts,
    linkedin_max_messages: 100,
    nodes: NODES,
  };
  const { campaign_id } = await startCampaign(world, spec, people);
  return { id: campaign_id, organization_id, account_ids };
}

export interface SeatPoolVerdict {
  oracle: LinkedinVerdict;
  /** People whom more than one seat has visited, invited or written to. */
  two_seats: string[];
}

/** By LinkedIn's own ledger. */
export async function loadSeatPools(world: ProofWorld): Promise<SeatPoolVerdict> {
  const lines = (await world.linkedin!.listLedger()).filter(({ action }) => action !== 'look');
  const people = Map.groupBy(lines, (line) => line.public_identifier);
  const two_seats = [...people]
    .filter(([, all]) => new Set(all.map(({ account_id }) => account_id)).size > 1)
    .map(([person]) => person);
  return { oracle: await consultLinkedinOracle(world), two_seats };
}
