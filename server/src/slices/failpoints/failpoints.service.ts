import { setTimeout as sleep } from 'node:timers/promises';

/** Places where the proofs hurt the sending engine (design: kill matrix). Off unless FAILPOINT names one. */
export const SENDING_FAILPOINTS = [
  'before_plan_commit',
  'after_plan_commit',
  'before_dispatch_commit',
  'after_dispatch_commit',
  'before_call',
  'during_call',
  'after_call',
  'before_settle_commit',
  'after_settle_commit',
  'during_evidence',
  'before_evidence_commit',
  'after_evidence_commit',
] as const;
/** Places around the writing of AI snippets. */
const WRITING_FAILPOINTS = [
  'before_reserve_commit',
  'after_reserve_commit',
  'before_writing',
  'during_writing',
  'after_writing',
  'before_text_commit',
  'after_text_commit',
] as const;
/** Around a write to a CRM. */
const CRM_FAILPOINTS = ['before_crm_write', 'after_crm_write'] as const;
/** Around a scheduled publishing, and around recording its failure. */
export const PUBLISHING_FAILPOINTS = [
  'after_publish_claim',
  'before_publish_commit',
  'after_publish_commit',
  'before_refusal_commit',
  'after_refusal_commit',
] as const;
const FAILPOINTS = [...SENDING_FAILPOINTS, ...WRITING_FAILPOINTS, ...CRM_FAILPOINTS, ...PUBLISHING_FAILPOINTS] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

interface Fault {
  name: string;
  action: 'kill' | 'stop' | 'throw' | 'delay';
  probability: number;
}

let faults: Fault[] = [];

/**
 * Reads `name:action:probability[,...]`; action is kill (-9 of this process), stop (SIGSTOP), throw or delay (300 ms).
 * @throws when it is set in production or cannot be read
 */
export function armFailpoints(text: string | undefined, isProduction: boolean): void {
  if (!text) {
    faults = [];
    return;
  }
  if (isProduction) throw new Error('FAILPOINT is refused when NODE_ENV=production: it breaks sending on purpose.');
  faults = text.split(',').map((part) => {
    const [name = '', action = '', probability = '1'] = part.split(':');
    const isKnown =
      (FAILPOINTS as readonly string[]).includes(name) && ['kill', 'stop', 'throw', 'delay'].includes(action);
    if (!isKnown || !(Number(probability) >= 0)) throw new Error(`FAILPOINT "${part}" cannot be read.`);
    return { name, action: action as Fault['action'], probability: Number(probability) };
  });
}

/** Does nothing, unless a proof armed this place. */
export async function failpoint(name: Failpoint): Promise<void> {
  for (const fault of faults) {
    if (fault.name !== name || Math.random() >= fault.probability) continue;
    if (fault.action === 'kill') process.kill(process.pid, 'SIGKILL');
    if (fault.action === 'stop') process.kill(process.pid, 'SIGSTOP');
    if (fault.action === 'throw') throw new Error(`failpoint ${name}`);
    await sleep(300);
  }
}

/** For places in the middle of something that cannot be awaited: acts once after `inMs`. */
export function failpointSoon(name: Failpoint, inMs: number): void {
  if (faults.some((fault) => fault.name === name)) setTimeout(() => void failpoint(name), inMs).unref();
}
