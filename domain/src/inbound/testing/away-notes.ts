import type { Language } from '../../message/languages.ts';

/** Absence notes with the last day of the absence; null where they name none. Written for this project. */
export const AWAY_NOTES: Record<Language, readonly (readonly [text: string, last_day: string | null])[]> = {
  en: [
    ['I am out of the office until 12 March 2026. For urgent matters contact my colleague.', '2026-03-12'],
    ['Thank you for your email. I am on annual leave and will be back on Monday, March 16.', '2026-03-15'],
    ['I am out of office from 2 March to 13 March with limited access to email.', '2026-03-13'],
    ['I am currently away, returning on 9 March 2026.', '2026-03-08'],
    ['Out of office until March 20th. I will answer when I return.', '2026-03-20'],
    ['I’m on vacation through 03/27/2026 and will get back to you afterwards.', '2026-03-27'],
    ['I am on leave and have no access to my email. Please contact the office.', null],
    ['I will be out of the office between March 5 and March 11, 2026.', '2026-03-11'],
  ],
  nl: [
    ['Ik ben afwezig tot en met 12 maart 2026. Voor spoed kunt u mijn collega bellen.', '2026-03-12'],
    ['Bedankt voor uw bericht. Ik ben op vakantie en op 16 maart weer aanwezig.', '2026-03-15'],
    ['Ik ben niet op kantoor van 2 maart tot en met 13 maart.', '2026-03-13'],
    ['Wegens vakantie ben ik tot 20 maart niet bereikbaar.', '2026-03-20'],
    ['Ik ben met verlof. Uw mail wordt niet gelezen.', null],
    ['Op maandag 9 maart 2026 ben ik weer terug.', '2026-03-08'],
  ],
  de: [
    ['Ich bin bis 12.03.2026 nicht im Büro. In dringenden Fällen wenden Sie sich an meine Kollegin.', '2026-03-12'],
    ['Vielen Dank für Ihre Nachricht. Ich bin im Urlaub und ab dem 16. März 2026 wieder erreichbar.', '2026-03-15'],
    ['Ich bin vom 2. März bis 13. März abwesend. Ihre E-Mail wird nicht weitergeleitet.', '2026-03-13'],
    ['Bis einschließlich 20. März bin ich nicht erreichbar.', '2026-03-20'],
    ['Ich bin derzeit in Elternzeit. Bitte kontaktieren Sie das Sekretariat.', null],
    ['Ich bin am 9. März wieder zurück.', '2026-03-08'],
  ],
  fr: [
    ["Je suis absent jusqu'au 12 mars 2026 inclus. En cas d'urgence, contactez mon collègue.", '2026-03-12'],
    ['Merci de votre message. Je suis en congés et de retour le 16 mars 2026.', '2026-03-15'],
    ['Je suis en congé du 2 mars au 13 mars 2026.', '2026-03-13'],
    ["Absente jusqu'au 20 mars, je répondrai à mon retour.", '2026-03-20'],
    ["Je suis en déplacement sans accès à ma messagerie. En cas d'urgence, appelez le bureau.", null],
    ['Je serai de retour au bureau le lundi 9 mars 2026.', '2026-03-08'],
  ],
  es: [
    [
      'Estoy fuera de la oficina hasta el 12 de marzo de 2026. Para urgencias, contacte con mi compañera.',
      '2026-03-12',
    ],
    ['Gracias por su mensaje. Estoy de vacaciones y vuelvo el 16 de marzo.', '2026-03-15'],
    ['Estaré ausente del 2 de marzo al 13 de marzo de 2026.', '2026-03-13'],
    ['Estaré ausente hasta el 20 de marzo y responderé a mi regreso.', '2026-03-20'],
    ['Estoy de baja. En caso urgente, llame a la oficina.', null],
    ['Me reincorporo el 9 de marzo de 2026; estoy de vacaciones.', '2026-03-08'],
  ],
  it: [
    ['Sono fuori ufficio fino al 12 marzo 2026. Per urgenze contattare la collega.', '2026-03-12'],
    ['Grazie per il messaggio. Sono in ferie e rientro il 16 marzo 2026.', '2026-03-15'],
    ['Sarò assente dal 2 marzo al 13 marzo 2026.', '2026-03-13'],
    ['Assente fino al 20 marzo, risponderò al mio rientro.', '2026-03-20'],
    ['Sono in maternità. Per urgenze scrivere alla segreteria.', null],
    ['Sono in ferie, tornerò in ufficio il 9 marzo 2026.', '2026-03-08'],
  ],
  pt: [
    ['Estou fora do escritório até 12 de março de 2026. Em caso de urgência, contacte a minha colega.', '2026-03-12'],
    ['Obrigado pela mensagem. Estou de férias e regresso a 16 de março de 2026.', '2026-03-15'],
    ['Estarei ausente de 2 de março a 13 de março de 2026.', '2026-03-13'],
    ['Estou de férias até 20 de março e responderei no meu regresso.', '2026-03-20'],
    ['Estou de licença. Em caso de urgência, ligue para o escritório.', null],
    ['Estou de férias e volto no dia 9 de março de 2026.', '2026-03-08'],
  ],
  ru: [
    ['Я в отпуске до 12 марта 2026. По срочным вопросам обращайтесь к моей коллеге.', '2026-03-12'],
    ['Спасибо за письмо. Я в отпуске, вернусь 16 марта 2026.', '2026-03-15'],
    ['Меня не будет с 2 марта по 13 марта 2026, я в отпуске.', '2026-03-13'],
    ['Отсутствую до 20 марта, отвечу после возвращения.', '2026-03-20'],
    ['Я в командировке без доступа к почте. По срочным вопросам звоните в офис.', null],
    ['Я в отпуске и вернусь 9 марта.', '2026-03-08'],
  ],
};
