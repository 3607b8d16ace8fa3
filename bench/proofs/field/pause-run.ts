import { api } from '@overture/contract';
import { compare, type FieldCheck } from './field-check.ts';
import { activate, addList, awaitFirstMails, connectMailbox, importLeads, makeCampaign } from './field-setup.ts';
import { enterStage, type FieldPerson, type FieldStage, listSent, rest, travel, until } from './field-stage.ts';

/** Campaigns that pause and resume while their mails leave or a reply arrives. */

const DAY_IN_SECONDS = 86_400;
const STEPS = [
  { subject: 'Parts for spring', message: 'Hi {{first_name}}, shall we talk?', delay_in_hours: 0 },
  { subject: 'Once more', message: 'Shall we?', delay_in_hours: 24 },
];

/** `S05`: paused and begun again twice while mails leave. Whom the mail server leaves in doubt is written to once, too. */
export async function checkPauseWhileSending(stage: FieldStage, amount: number): Promise<FieldCheck> {
  const person = await enterStage(stage);
  const sender = 'mia@pause.example';
  const account = await connectMailbox(stage, person, sender);
  const leads = Array.from({ length: amount }, (_, place) => ({ email: `kim+${place}@paused.example` }));
  const { list } = await importLeads(stage, person, leads);
  const campaign = await makeCampaign(stage, person, { steps: STEPS.slice(0, 1) });
  await addList(person, campaign, list, amount);
  for (let turn = 0; turn < 5; turn += 1) await activate(person, campaign, account);
  await awaitFirstMails(
    stage,
    sender,
    leads.map(({ email }) => email),
  );
  const sent = await listSent(stage, sender);
  const input = { case_id: 'S05', input: 'paused and resumed twice while mails leave' };
  return compare(
    input,
    { people: amount, mails: amount },
    { people: new Set(sent.map(({ to }) => to)).size, mails: sent.length },
  );
}

/** `S06`: a lead in two campaigns replies from an alias while both are paused; they resume without the lead. */
export async function checkAnswerWhilePaused(stage: FieldStage): Promise<FieldCheck[]> {
  const person = await enterStage(stage);
  const sender = 'mia@twice.example';
  const account = await connectMailbox(stage, person, sender);
  const addresses = ['ada@twice-acme.example', 'silent@twice-acme.example'];
  const { list, people } = await importLeads(
    stage,
    person,
    addresses.map((email) => ({ email })),
  );
  const campaigns: number[] = [];
  for (let place = 0; place < 2; place += 1) {
    const campaign = await makeCampaign(stage, person, { steps: STEPS });
    await addList(person, campaign, list, 2);
    await activate(person, campaign, account);
    campaigns.push(campaign);
  }
  const counts = async () => {
    const sent = await listSent(stage, sender);
    return addresses.map((address) => sent.filter(({ to }) => to === address).length);
  };
  await until('both first mails to both', async () => (await counts()).every((count) => count === 2));
  await rest(stage);
  for (const campaign of campaigns) await activate(person, campaign, account);
  await answerFrom(stage, person, { sender, lead: people.get(addresses[0] ?? '') ?? 0 });
  for (const campaign of campaigns) await activate(person, campaign, account);
  await travel(stage, person, 2 * DAY_IN_SECONDS);
  await until('the other lead gets the second mails', async () => (await counts())[1] === 4);
  const [answered, silent] = await counts();
  const input = { case_id: 'S06', input: 'a lead in two campaigns answers from an alias while both are paused' };
  return [compare(input, { answered: 2, silent: 4 }, { answered, silent })];
}

/** From another address of the lead, and naming the mail: a colleague's at least. */
async function answerFrom(
  stage: FieldStage,
  person: FieldPerson,
  { sender, lead }: { sender: string; lead: number },
): Promise<void> {
  const first = (await listSent(stage, sender)).find(({ to }) => to.startsWith('ada@'));
  const raw = [
    'From: Ada Jansen <ada+sales@twice-acme.example>',
    `To: ${sender}`,
    'Subject: Re: Parts for spring',
    'Message-ID: <alias@twice-acme.example>',
    `In-Reply-To: ${first?.message_id}`,
    '',
    'Call me on Monday.',
  ].join('\r\n');
  await stage.world.control('/__control/deliver', { email: sender, raw });
  await until('the answer is in the inbox', async () => {
    const params = { prospectId: lead };
    const { messages } = await person.call(api.getChatHistory, { params, query: { limit: 10 } });
    return messages.some(({ kind }) => kind === 'REPLY');
  });
}
