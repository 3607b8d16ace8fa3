import { cutText } from '@overture/domain/text/text-bounds';

/** Greeting, the reason to write, what is offered, the question, and a subject, in the eight languages. */
export const DRAFT_WORDS: Record<string, Record<'hello' | 'offer' | 'ask' | 'subject' | 'why' | 'close', string>> = {
  English: {
    hello: 'Hi',
    offer: 'I work at',
    ask: 'Would a short talk be worth it?',
    subject: 'A question for',
    why: 'I am writing because of your role at {{company_name}}, and I would like to hear how your team handles this today.',
    close:
      'If this is not a topic right now, a short word is enough. Otherwise I am glad to show what it could look like for you.',
  },
  Dutch: {
    hello: 'Hoi',
    offer: 'Ik werk bij',
    ask: 'Is een kort gesprek de moeite waard?',
    subject: 'Een vraag aan',
    why: 'Ik schrijf vanwege je rol bij {{company_name}} en hoor graag hoe jullie dit vandaag aanpakken.',
    close:
      'Als dit nu niet speelt, is een kort bericht genoeg. Anders laat ik graag zien hoe het er voor jullie uit kan zien.',
  },
  German: {
    hello: 'Hallo',
    offer: 'Ich arbeite bei',
    ask: 'Wäre ein kurzes Gespräch interessant?',
    subject: 'Eine Frage an',
    why: 'Ich schreibe Ihnen wegen Ihrer Rolle bei {{company_name}} und wüsste gern, wie Ihr Team das heute löst.',
    close:
      'Wenn das gerade kein Thema ist, genügt ein kurzes Wort. Sonst zeige ich gern, wie es bei Ihnen aussehen könnte.',
  },
  French: {
    hello: 'Bonjour',
    offer: 'Je travaille chez',
    ask: 'Un court échange vous intéresse ?',
    subject: 'Une question pour',
    why: 'Je vous écris en raison de votre rôle chez {{company_name}} et j’aimerais savoir comment votre équipe procède aujourd’hui.',
    close:
      'Si ce n’est pas le moment, un mot suffit. Sinon, je vous montre volontiers ce que cela donnerait chez vous.',
  },
  Spanish: {
    hello: 'Hola',
    offer: 'Trabajo en',
    ask: '¿Le interesa una breve conversación?',
    subject: 'Una pregunta para',
    why: 'Le escribo por su función en {{company_name}} y me gustaría saber cómo lo resuelve su equipo hoy.',
    close: 'Si ahora no es un tema, basta una palabra. Si lo es, con gusto le muestro cómo podría ser en su caso.',
  },
  Italian: {
    hello: 'Ciao',
    offer: 'Lavoro in',
    ask: 'Le interessa una breve chiacchierata?',
    subject: 'Una domanda per',
    why: 'Le scrivo per il suo ruolo in {{company_name}} e vorrei sapere come il suo team se ne occupa oggi.',
    close:
      'Se ora non è un tema, basta una parola e non la disturbo oltre. Altrimenti mostro volentieri come potrebbe essere da voi.',
  },
  Portuguese: {
    hello: 'Olá',
    offer: 'Trabalho na',
    ask: 'Vale a pena uma breve conversa?',
    subject: 'Uma pergunta para',
    why: 'Escrevo por causa da sua função na {{company_name}} e gostaria de saber como a sua equipa trata disto hoje.',
    close: 'Se agora não for um tema, basta uma palavra. Caso contrário, mostro com gosto como poderia ser aí.',
  },
  Russian: {
    hello: 'Здравствуйте',
    offer: 'Я работаю в',
    ask: 'Стоит ли нам коротко поговорить?',
    subject: 'Вопрос для',
    why: 'Я пишу из-за вашей роли в {{company_name}} и хотел бы узнать, как ваша команда решает это сегодня.',
    close:
      'Если сейчас это не важно, достаточно одного слова. Иначе я с радостью покажу, как это могло бы выглядеть у вас.',
  },
};
const FORMAL = ['formal', 'professional'];

/** A plain draft of about 60 words from the facts about the sender: the same for the same task, always. */
export function writeDraft(prompt: string): { subject_line: string; message: string } {
  const line = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(prompt)?.[1] ?? '';
  const words = DRAFT_WORDS[line('Language')] ?? DRAFT_WORDS.English!;
  const self = JSON.parse(line('About the sender') || '{}') as Record<string, string>;
  const name = self.name ?? 'us';
  const offer = firstSentence(self.product_description);
  const end = FORMAL.includes(line('Tone')) ? '.' : '!';
  const subject_line = line('Subject') === 'none' ? '' : `${words.subject} {{company_name}}`;
  if (line('Channel') === 'LinkedIn Invite') {
    return {
      subject_line,
      message: `${words.hello} {{first_name}}, ${words.offer} ${cutText(name, 40)}${end} ${words.ask}`,
    };
  }
  const about = [offer, firstSentence(self.usp_description)].filter((sentence) => sentence !== '').join(' ');
  const body = [`${words.offer} ${name}${end} ${about}`.trim(), words.why, `${words.ask} ${words.close}`];
  return { subject_line, message: [`${words.hello} {{first_name}},`, ...body].join('\n\n') };
}

/** The first sentence of a field, without one so long that it is a page. */
function firstSentence(text = ''): string {
  const [first = ''] = text.split(/(?<=[.!?])\s/);
  return first.length > 220 ? '' : first;
}
