import { expect, test } from 'vitest';
import { parseMail } from './parse-mail.transform.ts';

const parse = (text: string) => {
  const raw = Buffer.from(text.replaceAll('\n', '\r\n'));
  return parseMail(raw, raw.length);
};
const calendar = (method: string, lines: string) =>
  `From: ada@acme.example\nSubject: Re\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="b"\n\n--b\nContent-Type: text/calendar; charset="UTF-8"; method=${method}\n\nBEGIN:VCALENDAR\nMETHOD:${method}\nBEGIN:VEVENT\n${lines}\nEND:VEVENT\nEND:VCALENDAR\n--b--\n`;

test('a calendar says what a person did with an appointment', async () => {
  const reply =
    'DTSTART:20260312T100000Z\nSUMMARY:Demo\\, with\n  Mia\nATTENDEE;PARTSTAT=ACCEPTED;CN=Ada:mailto:ada@acme.example';
  expect((await parse(calendar('REPLY', reply))).calendar).toEqual({
    method: 'REPLY',
    answer: 'ACCEPTED',
    summary: 'Demo, with Mia',
    starts_at: new Date('2026-03-12T10:00:00Z'),
  });
  const local = await parse(calendar('REQUEST', 'DTSTART;TZID=Custom:20260312T100000'));
  expect(local.calendar).toEqual({ method: 'REQUEST', answer: null, summary: null, starts_at: null });
});

test('published calendars and mails without one say nothing', async () => {
  expect((await parse(calendar('PUBLISH', 'SUMMARY:x'))).calendar).toBeNull();
  expect((await parse('Subject: x\n\nText')).calendar).toBeNull();
});

test('ids without brackets and ids written as encoded words are read', async () => {
  const bare = await parse('Message-ID: b7d2@acme.example\nIn-Reply-To: ov-1@trading.example\n\nYes.');
  expect([bare.message_id, bare.in_reply_to]).toEqual(['b7d2@acme.example', 'ov-1@trading.example']);
  const encoded = await parse(
    'In-Reply-To: =?utf-8?q?=3Cov-1=40trading=2Eexample=3E?=\nReferences: =?utf-8?q?=3Cov-0=40trading=2Eexample=3E?=\n =?utf-8?q?_=3Cov-1=40trading=2Eexample=3E?=\n\nYes.',
  );
  expect(encoded.in_reply_to).toBe('ov-1@trading.example');
  expect(encoded.references).toEqual(['ov-0@trading.example', 'ov-1@trading.example']);
});
