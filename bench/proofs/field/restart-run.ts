import { proveKillMatrix } from '../kills/kill-matrix.ts';
import { isClean, startProofWorld } from '../world/proof-world.ts';
import { compare, type FieldCheck } from './field-check.ts';

/** `S05`: workers are killed between the mail server's 250 and the commit, restart, and settle unconfirmed mails. */
export async function checkRestarts(kills: number): Promise<FieldCheck> {
  const world = await startProofWorld({ answer_timeout_in_ms: 30_000 });
  try {
    const places = ['after_call', 'before_settle_commit'] as const;
    // Two mails per lead, some of them twice: they must fit into each sender's daily limit, or leads would wait for tomorrow.
    const proof = await proveKillMatrix(world, { kills, places, senders: 2, leads_per_sender: 15, workers: 2 });
    const { duplicates, lost, stuck } = proof.verdict;
    const input = { case_id: 'S05', input: `${proof.kills} workers killed between 250 and commit` };
    const should = { twice: 0, lost: 0, stuck: 0, is_clean: true };
    const came = { twice: duplicates.length, lost: lost.length, stuck, is_clean: isClean(proof.verdict) };
    return compare(input, should, came);
  } finally {
    await world.close();
  }
}
