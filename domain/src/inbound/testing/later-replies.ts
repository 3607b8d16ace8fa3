import type { Language } from '../../message/languages.ts';

/** Replies of 25 November 2026 that ask to be contacted later, with the first working day of the time they name. Written for this project. */
export const LATER_REPLIES: Record<Language, readonly (readonly [text: string, day: string])[]> = {
  en: [
    ['Not now, ask me again in March.', '2027-03-01'],
    ['Not at the moment. Please get back to me after 15 January.', '2027-01-18'],
    ['We have no budget this year, but feel free to reach out next quarter.', '2027-01-04'],
    ['Bit early for us, please check back in the autumn.', '2027-09-01'],
    ['Not right now. Could you follow up in Q2?', '2027-04-01'],
    ['We already have a supplier until May, please contact us again in mid-April 2027.', '2027-04-15'],
    ['Too busy at the moment, circle back in three weeks please.', '2026-12-16'],
    ['In February, please touch base again.', '2027-02-01'],
  ],
  nl: [
    ['Nu niet, neem in maart nog eens contact op.', '2027-03-01'],
    ['Op dit moment niet. Kom er na 15 januari op terug.', '2027-01-18'],
    ['Voorlopig niet, vraag het volgend kwartaal nog eens.', '2027-01-04'],
    ['Wij zijn nu niet op zoek, mail me na de zomer nog eens.', '2027-09-01'],
    ['Momenteel niet, probeer het over drie maanden opnieuw.', '2027-02-25'],
  ],
  de: [
    ['Aktuell nicht, bitte melden Sie sich im März noch einmal.', '2027-03-01'],
    ['Derzeit nicht. Kommen Sie bitte nach dem 15. Januar wieder auf mich zu.', '2027-01-18'],
    ['Im Moment nicht, fragen Sie im nächsten Quartal wieder an.', '2027-01-04'],
    ['Passt gerade nicht, melden Sie sich gerne im Herbst wieder.', '2027-09-01'],
    ['Vorerst nicht, schreiben Sie mir Mitte Februar noch einmal.', '2027-02-15'],
    ['Momentan nicht, bitte im neuen Jahr wieder melden.', '2027-01-04'],
  ],
  fr: [
    ["Pas pour le moment, recontactez-moi en mars s'il vous plaît.", '2027-03-01'],
    ['Pas maintenant, revenez vers nous après le 15 janvier.', '2027-01-18'],
    ['Pas de budget cette année, relancez-moi le trimestre prochain.', '2027-01-04'],
    ["Pas pour l'instant, reprenez contact à l'automne.", '2027-09-01'],
    ['Nous sommes débordés, merci de nous recontacter dans deux mois.', '2027-01-25'],
  ],
  es: [
    ['Ahora no, escríbame en marzo.', '2027-03-01'],
    ['Por el momento no. Contácteme después del 15 de enero.', '2027-01-18'],
    ['De momento no. Vuelva a escribir el próximo trimestre.', '2027-01-04'],
    ['Este año no tenemos presupuesto, retomamos el tema en otoño.', '2027-09-01'],
    ['Ahora mismo no, contáctanos dentro de tres meses.', '2027-02-25'],
  ],
  it: [
    ['Non adesso, mi ricontatti a marzo.', '2027-03-01'],
    ['Al momento no. Ci ricontatti dopo il 15 gennaio.', '2027-01-18'],
    ["Non c'è budget quest'anno, risentiamoci il prossimo trimestre.", '2027-01-04'],
    ['Per ora no, mi scriva in autunno.', '2027-09-01'],
    ['Per il momento no, può ricontattarmi tra due mesi.', '2027-01-25'],
  ],
  pt: [
    ['Agora não, contacte-me em março.', '2027-03-01'],
    ['De momento não. Entre em contacto depois de 15 de janeiro.', '2027-01-18'],
    ['Não há orçamento este ano, volte a contactar no próximo trimestre.', '2027-01-04'],
    ['Neste momento não, retomamos no outono.', '2027-09-01'],
    ['Agora não, me procure daqui a três meses.', '2027-02-25'],
  ],
  ru: [
    ['Сейчас нет, напишите в марте.', '2027-03-01'],
    ['Пока нет. Свяжитесь со мной после 15 января.', '2027-01-18'],
    ['В этом году бюджета нет, вернитесь к нам в следующем квартале.', '2027-01-04'],
    ['Пока не планируем, напишите осенью.', '2027-09-01'],
    ['Сейчас не до этого, напомните через три месяца.', '2027-02-25'],
  ],
};

/** Times without a wish, wishes without a time, and wishes that are denied or the lead's own. */
export const NOT_LATER: readonly string[] = [
  'Not right now, maybe next year.',
  'We decided in March to stay with our supplier.',
  'Not at the moment, ask me again later.',
  'Please do not contact me again in March or at any other time.',
  'No need to follow up in January, we are not interested.',
  "I'll get in touch in March if anything changes.",
  'Wir melden uns im März, falls wir Bedarf haben.',
  'Ik neem in maart zelf contact op.',
  'How many contacts may I import next quarter?',
  'You can contact me on 555-12-34 24/7.',
  'Please contact Marco or April about this.',
  'The prices may fall, we are not interested.',
  'No nos contacte en marzo ni nunca.',
];

/** Interest with a time: the conversation continues now. */
export const INTERESTED_WITH_TIME: readonly string[] = [
  "Sounds good, let's set up a call. Reach out next week with some times.",
  'Yes, I am interested. Please contact me in January to start.',
  'Klingt gut, melden Sie sich nächste Woche für einen Termin.',
  'Ik ben geïnteresseerd, neem volgende week contact op.',
  "Cela m'intéresse, recontactez-moi en janvier pour fixer un rendez-vous.",
];
