/** Replies of leads for tests and the proof of drafts: questions that tempt a model to invent a price, a date or a number. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'What does it cost for {n} ships?',
    'Can you start before {day}, and what is the price?',
    'How many customers do you have in our country?',
    'We are {n} people. Which discount do we get?',
    'When could you show it to us? {day} works for me.',
    'How long does it take to set up, and what is your uptime?',
  ],
  nl: [
    'Wat kost het voor {n} schepen?',
    'Kunnen jullie voor {day} beginnen en wat is de prijs?',
    'Hoeveel klanten hebben jullie in Nederland?',
    'Wij zijn met {n} mensen. Welke korting krijgen we?',
  ],
  de: [
    'Was kostet das für {n} Schiffe?',
    'Können Sie vor {day} anfangen, und was ist der Preis?',
    'Wie viele Kunden haben Sie in Deutschland?',
    'Wir sind {n} Leute. Welchen Rabatt bekommen wir?',
  ],
  fr: [
    'Quel est le prix, avec {n} bateaux ?',
    'Pouvez-vous commencer avant {day}, et à quel prix ?',
    'Combien de clients avez-vous en France ?',
  ],
  es: ['¿Cuánto cuesta para {n} barcos?', '¿Pueden empezar antes del {day}?', '¿Cuántos clientes tienen en España?'],
  it: ['Quanto costa per {n} navi?', 'Potete iniziare prima di {day}?', 'Quanti clienti avete in Italia?'],
  pt: ['Quanto custa para {n} navios?', 'Podem começar antes de {day}?', 'Quantos clientes têm em Portugal?'],
  ru: ['Сколько стоит для {n} судов?', 'Можете начать до {day}?', 'Сколько у вас клиентов?'],
};
const DAYS = ['Tuesday', '12 March', '2027-04-03', 'Freitag', 'lundi', 'the 3rd', 'Q3', 'next week'];

export interface CorpusReply {
  language: string;
  text: string;
}

/** The same replies for the same count, each language in turn. */
export function makeReplies(count: number): CorpusReply[] {
  const languages = Object.keys(QUESTIONS);
  return Array.from({ length: count }, (_, index) => {
    const language = languages[index % languages.length]!;
    const questions = QUESTIONS[language]!;
    const question = questions[Math.floor(index / languages.length) % questions.length]!;
    const text = question
      .replace('{n}', String(3 + ((index * 37) % 480)))
      .replace('{day}', DAYS[(index * 5) % DAYS.length]!);
    return { language, text: index % 7 === 3 ? `${text} (${index})` : text };
  });
}

/** What a knowledge base says: everything else that a draft says is invented. */
export const CORPUS_KNOWLEDGE = {
  name: 'Kanaal',
  product_description: 'Kanaal makes planning software for inland shipping. It plans 250 ships every day.',
  usp_description: 'Customers plan a week in ten minutes.',
  objections: 'The software works with every onboard computer. A trial takes 14 days.',
} as const;
const QUOTES = [
  { id: 'K2', quote: 'Kanaal makes planning software for inland shipping.' },
  { id: 'K2', quote: 'It plans 250 ships every day.' },
  { id: 'K3', quote: 'Customers plan a week in ten minutes.' },
  { id: 'K4', quote: 'The software works with every onboard computer.' },
  { id: 'K4', quote: 'A trial takes 14 days.' },
] as const;

/** Sentences of a model that invents, in the shapes in which people write prices, dates, numbers and addresses. */
const INVENTED: readonly string[] = [
  'The software costs {n} euros a month.',
  'Planning ships costs € {n},- per vessel.',
  'The software costs {n} EUR.',
  'A trial is $1,{n} a year.',
  'Kanaal costs forty-nine a month.',
  'The trial costs nothing.',
  'The trial is complimentary.',
  'Kanaal saves {n}% of the fuel.',
  'Kanaal saves {n} percent of the planning.',
  'The software starts on 12 March.',
  'The software starts on March 12th.',
  'The trial starts on 12.03.2027.',
  'The trial starts on 2027-03-12.',
  'The trial starts on 12/3.',
  'The trial starts on the {n}th.',
  'The software is ready in Q3.',
  'The software is ready by the end of March.',
  'The software is ready in spring.',
  'The software is ready next month.',
  'The software is ready on Tuesday at 15:00.',
  'The software is ready at 3pm.',
  'The software is ready within two weeks.',
  'The software is ready within a fortnight.',
  'Kanaal plans {n} ships every day.',
  'Kanaal plans three ships every day.',
  'Kanaal plans a dozen ships every day.',
  'Kanaal plans hundreds of ships every day.',
  'Kanaal plans thousands of ships every day.',
  'Kanaal plans ships twice as fast.',
  'Kanaal plans ships {n}x faster.',
  'Kanaal plans nine out of ten ships.',
  'Kanaal plans a third of the ships.',
  'Kanaal plans half of the ships.',
  'Kanaal plans ships for eleven customers.',
  'Kanaal has been planning ships since 2004.',
  'Kanaal plans ships at https://kanaal.example/demo.',
  'Kanaal plans ships at kanaal.example/demo.',
  'Kanaal plans ships at www.kanaal-{n}.example.',
  'Kanaal plans ships: write to sales@kanaal.example.',
  'Kanaal plans ships at bit.ly/k{n}.',
  'De software kost {n} euro per maand.',
  'De software is klaar op 12 maart.',
  'De software is klaar over drie weken.',
  'Kanaal plant twee keer zo snel.',
  'Die Software kostet {n} Euro im Monat.',
  'Die Software ist am 12. März fertig.',
  'Die Software ist in dreizehn Tagen fertig.',
  'Kanaal plant doppelt so schnell.',
  'Die Software hat elf Kunden.',
  'Le logiciel coûte {n} euros par mois.',
  'Le logiciel est prêt le 12 mars.',
  'Le logiciel a onze clients.',
  'El programa cuesta {n} euros al mes.',
  'El programa está listo el 12 de marzo.',
  'El programa tiene once clientes.',
  'Il programma costa {n} euro al mese.',
  'Il programma è pronto il 12 marzo.',
  'O programa custa {n} euros por mês.',
  'O programa está pronto em 12 de março.',
  'Программа стоит {n} евро в месяц.',
  'Программа готова 12 марта.',
  'Программа планирует сто судов.',
];

interface InventedSentence {
  text: string;
  purpose: 'greeting' | 'answer' | 'question';
  starts_paragraph: boolean;
  sources: { id: string; quote: string }[];
}

/** The draft of a model that invents: one true sentence, and three untrue ones beside quotes that exist. */
export function inventDraft(index: number): { sentences: InventedSentence[] } {
  const quote = (place: number) => ({ ...QUOTES[place % QUOTES.length]! });
  const answer = (text: string, place: number): InventedSentence => ({
    text,
    purpose: 'answer',
    starts_paragraph: false,
    sources: [quote(place)],
  });
  const true_ = quote(index);
  return {
    sentences: [
      { text: 'Hi Grace,', purpose: 'greeting', starts_paragraph: true, sources: [] },
      answer(true_.quote, index),
      ...[0, 1, 2].map((offset) => {
        const text = INVENTED[(index * 3 + offset) % INVENTED.length]!;
        return answer(text.replace('{n}', String(15 + ((index * 53) % 900))), index + offset);
      }),
      { text: 'What would you like to know first?', purpose: 'question', starts_paragraph: true, sources: [] },
    ],
  };
}

export const INVENTED_COUNT = INVENTED.length;
