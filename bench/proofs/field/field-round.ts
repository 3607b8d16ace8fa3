import type { FieldCheck } from './field-check.ts';
import { enterStage, type FieldStage } from './field-stage.ts';
import { listFileCases } from './file-cases.ts';
import { runFileCases } from './file-run.ts';
import { listMailCases } from './mail-cases.ts';
import { type MailRound, runMailCases } from './mail-run.ts';
import {
  checkEscapes,
  checkLinkedinAddresses,
  checkOddValues,
  checkPlaceholders,
  checkZoneNames,
} from './value-run.ts';
import { listProgramCases, renameMail, rewriteFile, wrapMail } from './variations.ts';

/** All cases once, in one program: every mail comes in one go. */
export async function runRound(stage: FieldStage): Promise<FieldCheck[]> {
  return [
    ...(await runFileCases(stage, listFileCases())),
    ...(await checkOddValues(stage)),
    ...(await checkEscapes(stage)),
    ...checkPlaceholders(),
    ...(await checkLinkedinAddresses(stage)),
    ...(await checkZoneNames(stage)),
    ...(await runMails(stage, { cases: listMailCases(), name: 'a' })),
  ];
}

/** The mails and files again: through Gmail, with other names, other line ends and other mail programs. */
export async function runVariations(stage: FieldStage): Promise<FieldCheck[]> {
  const mails = listMailCases();
  const names = { first_name: 'Noor', sender: 'Lea Ruiz' };
  return [
    ...(await runFileCases(stage, listFileCases().map(rewriteFile))),
    ...mark('by Gmail', await runMails(stage, { cases: mails, name: 'g', provider: 'GOOGLE' })),
    ...mark('other names', await runMails(stage, { cases: mails.map(renameMail), name: 'n', ...names })),
    ...mark('wrapped', await runMails(stage, { cases: mails.map(wrapMail), name: 'w' })),
    ...(await runMails(stage, { cases: listProgramCases(), name: 'p' })),
  ];
}

const runMails = async (stage: FieldStage, round: MailRound): Promise<FieldCheck[]> =>
  runMailCases(stage, await enterStage(stage), round);

const mark = (how: string, checks: FieldCheck[]): FieldCheck[] =>
  checks.map((check) => ({ ...check, input: `${check.input} (${how})` }));
