import type { InboundMail, MailKind } from '../mail-classify.ts';

/** Mails as they come, put together from forms and words, each with what is to be found in it. Written for this project. */
export interface Sample {
  name: string;
  mail: InboundMail;
  kinds: readonly MailKind[];
  recipient?: string;
  reply?: string;
}

const OWN = 'nina@overture-sender.example';
const LEAD = 'jo.berg@customer.example';
const ID = 'step-7f3a9c@overture-sender.example';

function mailOf(change: Partial<Omit<InboundMail, 'headers'>> & { headers?: Record<string, string> }): InboundMail {
  return {
    from: LEAD,
    own_addresses: [OWN],
    subject: 'Re: A question about Customer',
    text: '',
    delivery_statuses: [],
    returned_message_id: null,
    ...change,
    headers: new Map(Object.entries(change.headers ?? {}).map(([name, value]) => [name, [value]])),
  };
}

const HARD: readonly MailKind[] = ['bounce_hard'];
const OTHER: readonly MailKind[] = ['bounce_soft', 'bounce_policy'];

/** What receiving servers say, and whether the address is dead. */
const ANSWERS: readonly [words: string, kinds: readonly MailKind[]][] = [
  ['550 5.1.1 User unknown', HARD],
  ['550 No such user here', HARD],
  [`550 5.1.1 <${LEAD}>: Recipient address rejected: User unknown in local recipient table`, HARD],
  ['553 sorry, that address is not a valid mailbox here', HARD],
  ['550 Unrouteable address', HARD],
  ['550 Requested action not taken: mailbox unavailable', HARD],
  ['554 delivery error: this user does not have an account here: account disabled', HARD],
  ['Host or domain name not found. Name service error for name=customer.example', HARD],
  ['452 4.2.2 Mailbox full', OTHER],
  ['552 5.2.2 Over quota: the mailbox of this user has exceeded its limit', OTHER],
  ['550 5.1.1 mailbox is full, try again later', OTHER],
  ['554 5.7.1 Service unavailable; client host blocked using a block list', OTHER],
  ['550 5.7.26 Unauthenticated mail is prohibited by policy', OTHER],
  ['451 4.7.1 Greylisted, please try again later', OTHER],
];

interface Form {
  name: string;
  from: string | null;
  header_from?: string;
  subject: string;
  text: (answer: string) => string;
}

const COPY = `Return-Path: <${OWN}>\nMessage-ID: <${ID}>\nFrom: Nina <${OWN}>\nTo: ${LEAD}\nSubject: A question\n\nHello Jo, this is policy and spam free.`;

/** Letters of mail servers without a machine-readable part. */
const FORMS: readonly Form[] = [
  {
    name: 'mailer without an address',
    from: null,
    header_from: 'MAILER-DAEMON <>',
    subject: 'Mail delivery failed',
    text: (answer) =>
      `There was an error delivering your mail to <${LEAD}>.\n\nmx.customer.example did not like our RCPT TO:\n${answer}\n\nMessage headers follow.\n\n${COPY}`,
  },
  {
    name: 'qmail',
    from: 'MAILER-DAEMON@relay.example',
    subject: 'failure notice',
    text: (answer) =>
      `Hi. This is the mail program at relay.example.\nI wasn't able to deliver your message to the following addresses.\n\n<${LEAD}>:\n192.0.2.7 said: ${answer}\n\n--- Below this line is a copy of the message.\n\n${COPY}`,
  },
  {
    name: 'Exim',
    from: 'Mailer-Daemon@relay.example',
    subject: 'Mail delivery failed: returning message to sender',
    text: (answer) =>
      `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. The following address(es) failed:\n\n  ${LEAD}\n    host mx.customer.example [192.0.2.9]\n    ${answer}\n\n------ This is a copy of the message, including all the headers. ------\n\n${COPY}`,
  },
  {
    name: 'old sendmail',
    from: 'MAILER-DAEMON@relay.example',
    subject: 'Returned mail: see transcript for details',
    text: (answer) =>
      `The original message was received at Mon, 2 Mar 2026 from relay.example\n\n   ----- The following addresses had permanent fatal errors -----\n<${LEAD}>\n\n   ----- Transcript of session follows -----\n>>> RCPT To:<${LEAD}>\n<<< ${answer}\n\n   ----- Original message follows -----\n\n${COPY}`,
  },
  {
    name: 'a gateway',
    from: 'postmaster@gateway.example',
    subject: 'Message not delivered',
    text: (answer) =>
      `Your message was not delivered to:\n\n   ${LEAD}\n\nReason: ${answer}\n\nFor help contact support@gateway.example.\n\n-- Original message --\n${COPY}`,
  },
  {
    name: 'a groupware',
    from: 'postmaster@customer.example',
    header_from: 'System Administrator <postmaster@customer.example>',
    subject: 'Undeliverable: A question',
    text: (answer) =>
      `Your message did not reach some or all of the intended recipients.\n\n      Subject: A question\n      Sent: 02.03.2026 09:05\n\nThe following recipient(s) could not be reached:\n\n      ${LEAD} on 02.03.2026 09:06\n            ${answer}\n\n${COPY}`,
  },
  {
    name: 'German',
    from: 'mailer-daemon@relais.example',
    subject: 'Nachricht nicht zugestellt',
    text: (answer) =>
      `Ihre Nachricht konnte nicht zugestellt werden.\n\nEmpfänger: <${LEAD}>\nAntwort des Servers: ${answer}\n\n----- Original message -----\n${COPY}`,
  },
  {
    name: 'French',
    from: 'mailer-daemon@relais.example',
    subject: 'Échec de la remise',
    text: (answer) =>
      `Votre message n'a pas pu être remis au destinataire suivant :\n\n<${LEAD}>: ${answer}\n\n----- Original message -----\n${COPY}`,
  },
  {
    name: 'Russian',
    from: 'mailer-daemon@pochta.example',
    subject: 'Сообщение не доставлено',
    text: (answer) =>
      `К сожалению, Ваше письмо не может быть доставлено:\n\n${LEAD}\n${answer}\n\n----- Original message -----\n${COPY}`,
  },
];

const returned: Sample[] = FORMS.flatMap((form) =>
  ANSWERS.map(([answer, kinds]) => ({
    name: `${form.name}: ${answer}`,
    kinds,
    recipient: LEAD,
    mail: mailOf({
      from: form.from,
      subject: form.subject,
      text: form.text(answer),
      headers: { from: form.header_from ?? form.from ?? '', 'content-type': 'text/plain' },
    }),
  })),
);

const reports: Sample[] = ANSWERS.flatMap(([answer, kinds]) =>
  ['failed', 'failure', 'error'].map((action) => ({
    name: `report ${action}: ${answer}`,
    kinds,
    recipient: LEAD,
    mail: mailOf({
      from: 'mailer-daemon@relay.example',
      subject: 'Delivery Status Notification (Failure)',
      text: 'The delivery failed.',
      headers: { 'content-type': 'multipart/report; report-type=delivery-status; boundary=b' },
      delivery_statuses: [{ action, status: null, diagnostic: `smtp; ${answer}`, final_recipient: `rfc822;${LEAD}` }],
      returned_message_id: ID,
    }),
  })),
);

const COMPLAINT: readonly MailKind[] = ['complaint'];
const complaints: Sample[] = [
  ...['abuse', 'fraud', 'opt-out', 'other', 'not-spam'].map((type) => ({
    name: `report ${type}`,
    kinds: COMPLAINT,
    mail: mailOf({
      from: `feedback@provider-${type}.example`,
      subject: 'FW: A question',
      text: `This is an email abuse report for an email message received from 192.0.2.7.\n\nFeedback-Type: ${type}`,
      headers: { 'content-type': 'multipart/report; report-type="feedback-report"; boundary=b' },
      returned_message_id: ID,
    }),
  })),
  ...['hotmail.com', 'outlook.com', 'live.com', 'msn.com'].map((host) => ({
    name: `letter of ${host}`,
    kinds: COMPLAINT,
    mail: mailOf({
      from: `staff@${host}`,
      subject: 'complaint about message from 192.0.2.7',
      text: `X-HmXmrOriginalRecipient: ${LEAD}\nMessage-ID: <${ID}>`,
      headers: { 'content-type': 'multipart/mixed; boundary=b', from: `staff@${host}` },
      returned_message_id: ID,
    }),
  })),
  ...['Complaint', 'complained', 'spamreport', 'SpamComplaint'].map((event) => ({
    name: `notice ${event}`,
    kinds: COMPLAINT,
    recipient: LEAD,
    mail: mailOf({
      from: 'no-reply@notices.example',
      subject: 'Notification',
      text: JSON.stringify(
        event === 'Complaint'
          ? {
              notificationType: event,
              complaint: { complainedRecipients: [{ emailAddress: LEAD }] },
              mail: { headers: [{ name: 'Message-ID', value: `<${ID}>` }] },
            }
          : { event, recipient: LEAD, message: { headers: { 'message-id': ID } } },
      ),
    }),
  })),
];

/** Absence notes: [language, subject, text]. */
const NOTES: readonly [string, string, string][] = [
  [
    'en',
    'Re: A question',
    'Thank you for your email. I am out of the office until Monday 9 March with limited access to email. For urgent matters please contact my colleague Ann.',
  ],
  ['en', 'Away until 12 March', 'Hello, I am travelling.'],
  ['en', 'A question [Out of office]', 'Back soon.'],
  [
    'de',
    'AW: Frage',
    'Vielen Dank für Ihre Nachricht. Ich bin bis zum 9. März nicht im Büro. In dringenden Fällen wenden Sie sich bitte an meine Kollegin.',
  ],
  [
    'nl',
    'Vraag',
    'Bedankt voor uw bericht. Ik ben met vakantie tot en met 9 maart. Voor spoed kunt u contact opnemen met mijn collega.',
  ],
  [
    'fr',
    'RE: Question',
    'Merci de votre message. Je suis absent jusqu’au 9 mars. En cas d’urgence, merci de contacter ma collègue.',
  ],
  [
    'es',
    'Re: Pregunta',
    'Gracias por su mensaje. Estoy de vacaciones hasta el 9 de marzo. Para asuntos urgentes contacte con mi compañero.',
  ],
  [
    'it',
    'Re: Domanda',
    'Grazie per il messaggio. Sono fuori ufficio fino al 9 marzo. Per urgenze contattare il mio collega.',
  ],
  [
    'pt',
    'Re: Pergunta',
    'Obrigado pela mensagem. Estou de férias até 9 de março. Em caso de urgência contacte o meu colega.',
  ],
  ['ru', 'Re: Вопрос', 'Спасибо за письмо. Я в отпуске до 9 марта. По срочным вопросам обращайтесь к моему коллеге.'],
  [
    'pl',
    'Odp: Pytanie',
    'Dziękuję za wiadomość. Jestem na urlopie do dnia 9 marca. W pilnych sprawach proszę o kontakt z koleżanką.',
  ],
  [
    'sv',
    'SV: Fråga',
    'Tack för ditt mejl. Jag är på semester till och med 9 mars. Vid brådskande ärenden kontakta min kollega.',
  ],
  [
    'da',
    'SV: Spørgsmål',
    'Tak for din mail. Jeg er på ferie til og med 9. marts. Hvis det haster, kontakt min kollega.',
  ],
  [
    'no',
    'SV: Spørsmål',
    'Takk for e-posten. Jeg er på ferie og er tilbake 9. mars. Ved hastesaker, kontakt min kollega.',
  ],
  ['fi', 'VS: Kysymys', 'Kiitos viestistäsi. Olen lomalla 9.3. asti. Kiireellisissä asioissa ota yhteyttä kollegaani.'],
  ['cs', 'Re: Dotaz', 'Děkuji za zprávu. Jsem na dovolené do 9. března. V naléhavých případech kontaktujte kolegu.'],
  [
    'lv',
    'Re: Jautājums',
    'Paldies par ziņu. Esmu atvaļinājumā līdz 9. martam. Steidzamos gadījumos sazinieties ar kolēģi.',
  ],
  [
    'receipt',
    'Your request',
    'We have received your message. A member of our support team will get back to you within 2 business days.',
  ],
  [
    'challenge',
    'Please verify your message',
    'Your email is not yet on my approved list. Click the link below to confirm that you are a real person and your message will be delivered.',
  ],
  ...[
    'Automatiskt svar: x',
    'Automaattinen vastaus: x',
    'Odpowiedź automatyczna: x',
    'Automatická odpověď: x',
    'Automātiskā atbilde: x',
    'Autosvar: x',
    'Fravær: x',
    'Frånvaro: x',
  ].map((subject): [string, string, string] => ['subject', subject, 'x']),
];
const notes: Sample[] = NOTES.map(([language, subject, text]) => ({
  name: `note ${language}: ${subject}`,
  kinds: ['auto_reply'],
  mail: mailOf({ subject, text }),
}));

const WHO = `Nina Vos <${OWN}>`;
/** How mail programs introduce what they quote. */
const INTRODUCTIONS: readonly string[] = [
  `On Mon, 2 Mar 2026 at 09:05, ${WHO} wrote:`,
  `On Mon, 2 Mar 2026 at 09:05, Nina Vos\n<${OWN}> wrote:`,
  `On Mar 2, 2026, at 9:05 AM,\nNina Vos from the Overture Team of Northern Europe\n<${OWN}>\nwrote:`,
  `Am 02.03.26 um 09:05 schrieb Nina Vos:`,
  `Am Mo., 2. März 2026 um 09:05 Uhr schrieb ${WHO}:`,
  `Op 2 mrt. 2026 om 09:05 heeft ${WHO} het volgende geschreven:`,
  `Le lun. 2 mars 2026 à 09:05, ${WHO} a écrit :`,
  `El lun, 2 mar 2026 a las 9:05, ${WHO} escribió:`,
  `Il giorno lun 2 mar 2026 alle ore 09:05 ${WHO} ha scritto:`,
  `Em seg., 2 de mar. de 2026 às 09:05, ${WHO} escreveu:`,
  `02.03.2026, 09:05, "Nina Vos" <${OWN}>:`,
  `Понедельник, 2 марта 2026, 9:05 +03:00 от ${WHO}:`,
  `пн, 2 мар. 2026 г. в 09:05, ${WHO}:`,
  `pon., 2 mar 2026 o 09:05 ${WHO} napisał(a):`,
  `Den mån 2 mars 2026 kl 09:05 skrev ${WHO}:`,
  `man. 2. mar. 2026 kl. 09:05 skrev ${WHO}:`,
  `ma 2. maalisk. 2026 klo 9.05 Nina Vos (${OWN}) kirjoitti:`,
  `po 2. 3. 2026 v 9:05 odesílatel ${WHO} napsal:`,
  `${WHO} wrote:`,
  `---- On Mon, 02 Mar 2026 09:05:00 +0100 ${WHO} wrote ----`,
  `-----Original Message-----\nFrom: ${WHO}\nSent: Monday, 2 March 2026 09:05\nTo: Jo\nSubject: A question`,
  `________________________________\nVon: ${WHO}\nGesendet: Montag, 2. März 2026 09:05\nAn: Jo\nBetreff: Frage`,
  `Date: Mon, 2 Mar 2026 09:05:00 +0100\nFrom: ${OWN}\nTo: ${LEAD}\nSubject: A question`,
  `Subject: A question\nFrom: ${OWN}\nDate: Mon, 2 Mar 2026 09:05:00 +0100\nTo: ${LEAD}`,
  `De : ${WHO}\nEnvoyé : lundi 2 mars 2026 09:05\nÀ : Jo\nObjet : Question`,
  `-------- Oprindelig besked --------\nFra: ${WHO}\nDato: 02.03.2026 09.05\nTil: Jo`,
  `Från: ${WHO}\nSkickat: den 2 mars 2026 09:05\nTill: Jo\nÄmne: Fråga`,
  `Od: ${WHO}\nWysłano: poniedziałek, 2 marca 2026 09:05\nDo: Jo\nTemat: Pytanie`,
];
const SAID = [
  'Yes, gladly. Call me on Tuesday.',
  'Hello Nina,\n\nthank you, but we have a supplier already.\n\nRegards\nJo Berg',
  'On Thursday I can.\nFrom: my side it is fine.\n\nJo',
];
const answers: Sample[] = INTRODUCTIONS.flatMap((introduction) =>
  SAID.flatMap((said) =>
    ['> Hello Jo,\n> shall we talk?', 'Hello Jo,\n\nshall we talk?'].map((quote) => ({
      name: `answer: ${introduction.slice(0, 40)} ${said.slice(0, 10)}`,
      kinds: ['reply'] as const,
      reply: said,
      mail: mailOf({ text: `${said}\n\n${introduction}\n\n${quote}` }),
    })),
  ),
);

/** What people and programs write that is none of all this. */
const ORDINARY: readonly [subject: string, text: string][] = [
  ['Undelivered parcel', 'Your parcel was returned to us, the address could not be found. Shall we send it again?'],
  [
    'Mail server moves on Friday',
    'Hi all, the mail server will not be reachable on Friday evening. Contact me if that is urgent.',
  ],
  ['Re: Delivery failed', 'We saw the same error yesterday: 550 5.1.1 user unknown. Did you change the address?'],
  ['Spam filter', 'Our filter marked your first message as spam, I found it today. Let us talk.'],
  ['Re: Out of office', 'I am back now. What can I do for you?'],
  ['Holiday plans', 'I am on holiday until Monday, can we speak on Tuesday?'],
  ['Abuse of words', 'A book about reports you might like.'],
  ['Confirm', 'Please click the link to confirm our meeting on Tuesday.'],
  ['Quota', 'Our sales quota is exceeded, so this is a good time to talk about limits.'],
  ['Re: Unsubscribe', 'How do our customers unsubscribe in your product?'],
  ['Invoice 4711', 'Please find the invoice attached. Payment within 14 days.'],
  ['Thanks', 'Thank you for your time yesterday, I will get back to you with numbers.'],
  ['Delayed train', 'My train is delayed, I will be there at ten.'],
  ['JSON', 'The body is {"event":"signup","id":4} and the answer is 200.'],
];
const ordinary: Sample[] = ORDINARY.flatMap(([subject, text]) =>
  ['', 'Hello Nina,\n\n', 'Hi,\n'].map((greeting) => ({
    name: `ordinary: ${subject}`,
    kinds: ['reply'] as const,
    mail: mailOf({
      subject,
      text: `${greeting}${text}\n\nBest regards\nJo Berg`,
      headers: { from: `Jo Berg <${LEAD}>` },
    }),
  })),
);

export const corpus = { returned: [...returned, ...reports], complaints, notes, answers, ordinary };
export const LEAD_ADDRESS = LEAD;
export const SENT_ID = ID;
