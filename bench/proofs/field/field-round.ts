import { runClockCases } from './clock-run.ts';
import type { FieldCheck } from './field-check.ts';
import { enterStage, type FieldStage } from './field-stage.ts';
import { listFileCases } from './file-cases.ts';
import { runFileCases } from './file-run.ts';
import { checkHeldElsewhere } from './held-elsewhere.ts';
import { listMailCases } from './mail-cases.ts';
import { type MailRound, runMailCases } from './mail-run.ts';
import { checkAnswerWhilePaused, checkPauseWhileSending } from './pause-run.ts';
import {
  checkEscapes,
  checkLinkedinAddresses,
  checkOddValues,
  checkPlaceholders,
  checkZoneNames,
} from './value-run.ts';
import { listProgramCases, renameMail, rewriteFile, wrapMail } from './variations.ts';

/** All cases once, in one program: every mail comes in one go. The clock comes last: it moves by a year. */
export async function runRound(stage: FieldStage, { is_short }: { is_short: boolean }): Promise<FieldCheck[]> {
  return [
    ...(await runFileCases(stage, listFileCases())),
    ...(await checkOddValues(stage)),
    ...(await checkEscapes(stage)),
    ...checkPlaceholders(),
    ...(await checkLinkedinAddresses(stage)),
    ...(await checkZoneNames(stage)),
    ...checkHeldElsewhere(),
    ...(await runMails(stage, { cases: listMailCases().filter(isOften(is_short)), name: 'a' })),
    await checkPauseWhileSending(stage, is_short ? 10 : 40),
    ...(await checkAnswerWhilePaused(stage)),
    ...(await runClockCases(stage, { is_short })),
  ];
}

/** The short form takes every eighth way to quote, which tests of the domain read all, and every fifth mail provider. */
const RARE = [
  { begins: 'style ', every: 8 },
  { begins: 'stranger at ', every: 5 },
];
const isOften =
  (is_short: boolean) =>
  ({ input }: { input: string }, place: number): boolean =>
    !is_short || RARE.every(({ begins, every }) => !input.startsWith(begins) || place % every === 0);

type Variation = (stage: FieldStage) => Promise<FieldCheck[]>;

/** The mails and files again: through Gmail, with other names, other line ends and other mail programs. */
export const VARIATIONS: Record<string, Variation> = {
  files: (stage) => runFileCases(stage, listFileCases().map(rewriteFile)),
  'by Gmail': (stage) => runMails(stage, { cases: listMailCases(), name: 'g', provider: 'GOOGLE' }),
  'other names': (stage) => {
    const cases = listMailCases().map(renameMail);
    return runMails(stage, { cases, name: 'n', first_name: 'Noor', sender: 'Lea Ruiz' });
  },
  wrapped: (stage) => runMails(stage, { cases: listMailCases().map(wrapMail), name: 'w' }),
  'mail programs': (stage) => runMails(stage, { cases: listProgramCases(), name: 'p' }),
};

const runMails = async (stage: FieldStage, round: MailRound): Promise<FieldCheck[]> =>
  runMailCases(stage, await enterStage(stage), round);
