/**
 * Faults by recipient: the local part says what goes wrong, as `tempfail@anywhere`, `tempfail7@...` or `tempfail+x@...`
 * (the name must not run on into other letters).
 */
export type MailFault = keyof typeof FAULTS;

export type FaultStage = 'rcpt' | 'dot';

export const FAULTS = {
  tempfail: { stage: 'rcpt', about: '451 at RCPT: greylisted' },
  reject: { stage: 'rcpt', about: '550 at RCPT: no such user' },
  overquota: { stage: 'rcpt', about: '552 5.2.2 at RCPT: the mailbox is full' },
  policy: { stage: 'rcpt', about: '550 5.7.515 at RCPT: the sender does not meet the requirements' },
  ratelimit: { stage: 'rcpt', about: '421 4.7.28 at RCPT: too many mails from this sender' },
  hang: { stage: 'rcpt', about: 'no answer to RCPT' },
  'dropafterdot-stored': { stage: 'dot', about: 'connection closed after the dot; the mail was taken' },
  'dropafterdot-lost': { stage: 'dot', about: 'connection closed after the dot; the mail was not taken' },
  dropafterdot: { stage: 'dot', about: 'the same as dropafterdot-stored' },
  'four21afterdot-lost': { stage: 'dot', about: '421 after the dot; the mail was not taken' },
  four21afterdot: { stage: 'dot', about: '421 after the dot; the mail was taken' },
  hangafterdot: { stage: 'dot', about: 'no answer after the dot; the mail was taken' },
  dropindata: { stage: 'dot', about: 'connection closed in the middle of the message' },
  rejectafterdot: { stage: 'dot', about: '554 5.7.1 after the dot: spam' },
  slow250: { stage: 'dot', about: 'the mail is accepted immediately, 250 comes late' },
} as const satisfies Record<string, { stage: FaultStage; about: string }>;

export const RCPT_REPLIES: Partial<Record<MailFault, { code: number; text: string }>> = {
  tempfail: { code: 451, text: '4.7.1 Greylisted, please try again later' },
  reject: { code: 550, text: '5.1.1 No such user here' },
  overquota: { code: 552, text: '5.2.2 The email account that you tried to reach is over quota' },
  policy: { code: 550, text: '5.7.515 Access denied, sending domain does not meet the required authentication level' },
  ratelimit: { code: 421, text: '4.7.28 Our system has detected an unusual rate of mail from you' },
};

/** The fault of an address at a stage; null for a well-behaved one. */
export function faultOf(address: string, stage: FaultStage): MailFault | null {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  for (const [fault, { stage: faultStage }] of Object.entries(FAULTS)) {
    if (faultStage === stage && startsWithName(local, fault)) return fault as MailFault;
  }
  return null;
}

/** True when `local` is `name`, or continues with anything but a letter. */
export function startsWithName(local: string, name: string): boolean {
  return local.startsWith(name) && !/^[a-z]/.test(local.slice(name.length));
}
