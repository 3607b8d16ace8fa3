import { expect, test } from 'vitest';
import { detectOptOut } from './opt-out.ts';

test.each([
  'stop\n\nJohn Smith\nCEO, Acme Inc.\n+1 555 123 4567\nwww.acme.com',
  '"Stop"\n\nJohn Smith\nCEO, Acme Inc.\n+1 555 123 4567',
  'Stopp!\n\nMit freundlichen Grüßen\nMax Mustermann\nGeschäftsführer\nAcme GmbH\nMusterstraße 1, 12345 Berlin\nTel: +49 30 123456\nAmtsgericht Berlin HRB 1, diese Nachricht kann vertraulich sein und ist nur für den Empfänger bestimmt.',
  'stop\n\nCordialement,\nJean Dupont\nDirecteur commercial\nTél. : 01 23 45 67 89',
  'baja\n\nSaludos,\nJuan García\nDirector, Acme S.A.\njuan@acme.example',
  'parar\n\nAtenciosamente,\nJoão Silva\n+351 912 345 678',
  'стоп\n\nС уважением,\nИван Петров\nДиректор ООО «Ромашка»\n+7 495 123-45-67',
  'стоп, пожалуйста',
  'Пожалуйста, не присылайте мне больше писем.',
  'stop\n\nGet Outlook for Android <https://aka.ms/AAb9ysg>',
  'stop\n\nVerstuurd vanaf mijn iPhone',
  'Stopp\n\nOutlook für iOS beziehen',
  'Stopp\n\nDiese Nachricht wurde von meinem Android-Mobiltelefon mit GMX Mail gesendet.',
  'stop\n\nObtenir Outlook pour Android',
  'stop\n\nOttieni Outlook per Android',
  'parar\n\nObter o Outlook para Android',
  'стоп\n\nОтправлено из мобильной Почты Mail.ru',
])('a request above a signature or the line of a mail program: %j', (text) => {
  expect(detectOptOut(text)?.is).toBe('wish');
});

test.each([
  'Stop\n\nWhat would it cost for 40 people?',
  'Stop\n\nI am interested, call me at +1 555 123 4567.',
  'Stopp\n\nwir melden uns nächste Woche bei Ihnen wegen der Preise',
  'Stopp\n\nWir melden uns nächste Woche wegen der Preise.',
  'Stop by on Monday\n\nJohn Smith\nCEO, Acme Inc.',
  `Stop\n\n${'the words of a long answer '.repeat(10)}`,
  `Stop\n${'Ada Jansen\n'.repeat(30)}`,
  '> stop\n\nJohn Smith',
])('more than a signature below it decides nothing: %j', (text) => {
  expect(detectOptOut(text)?.is).not.toBe('wish');
});
