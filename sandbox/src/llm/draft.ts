import { cutText } from '@overture/domain/text/text-bounds';

/** Greeting, what is offered, the question, and a subject, in the eight languages. */
const WORDS: Record<string, { hello: string; offer: string; ask: string; subject: string }> = {
  English: { hello: 'Hi', offer: 'I work at', ask: 'Would a short talk be worth it?', subject: 'A question for' },
  Dutch: { hello: 'Hoi', offer: 'Ik werk bij', ask: 'Is een kort gesprek de moeite waard?', subject: 'Een vraag aan' },
  German: {
    hello: 'Hallo',
    offer: 'Ich arbeite bei',
    ask: 'Wäre ein kurzes Gespräch interessant?',
    subject: 'Eine Frage an',
  },
  French: {
    hello: 'Bonjour',
    offer: 'Je travaille chez',
    ask: 'Un court échange vous intéresse ?',
    subject: 'Une question pour',
  },
  Spanish: {
    hello: 'Hola',
    offer: 'Trabajo en',
    ask: '¿Le interesa una breve conversación?',
    subject: 'Una pregunta para',
  },
  Italian: {
    hello: 'Ciao',
    offer: 'Lavoro in',
    ask: 'Le interessa una breve chiacchierata?',
    subject: 'Una domanda per',
  },
  Portuguese: {
    hello: 'Olá',
    offer: 'Trabalho na',
    ask: 'Vale a pena uma breve conversa?',
    subject: 'Uma pergunta para',
  },
  Russian: {
    hello: 'Здравствуйте',
    offer: 'Я работаю в',
    ask: 'Стоит ли нам коротко поговорить?',
    subject: 'Вопрос для',
  },
};
const FORMAL = ['formal', 'professional'];

/** A plain draft from the facts about the sender: the same for the same task, always. */
export function writeDraft(prompt: string): { subject_line: string; message: string } {
  const line = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(prompt)?.[1] ?? '';
  const words = WORDS[line('Language')] ?? WORDS.English!;
  const self = JSON.parse(line('About the sender') || '{}') as Record<string, string>;
  const name = self.name ?? 'us';
  const offer = (self.product_description ?? '').split(/(?<=[.!?])\s/)[0] ?? '';
  const end = FORMAL.includes(line('Tone')) ? '.' : '!';
  const subject_line = line('Subject') === 'none' ? '' : `${words.subject} {{company_name}}`;
  if (line('Channel') === 'LinkedIn Invite') {
    return {
      subject_line,
      message: `${words.hello} {{first_name}}, ${words.offer} ${cutText(name, 40)}${end} ${words.ask}`,
    };
  }
  const about = offer === '' ? '' : ` ${offer}`;
  return {
    subject_line,
    message: `${words.hello} {{first_name}},\n\n${words.offer} ${name}${end}${about}\n\n${words.ask}`,
  };
}
