import { cutText, TEXT_BOUNDS } from '../text/text-bounds.ts';

/** '----- Original Message -----' and its translations: words between dashes, or the words alone. */
const SEPARATOR_WORDS =
  /original[- ]?(?:message|nachricht|appointment|mail|e-?mail|meddelande|melding)?|(?:forwarded|reply) message|oorspronkelijk bericht|doorgestuurd bericht|ursprüngliche (?:nachricht|mail|e-mail)|weitergeleitete nachricht|message d[’'` ]?origine|message (?:original|transféré|initial)|mensaje (?:original|reenviado)|messaggio (?:originale|inoltrato)|mensagem (?:original|encaminhada)|исходное сообщение|пересылаемое сообщение|оригинальное сообщение|оригинал|alkuperäinen viesti|välitetty viesti|ursprungligt meddelande|vidarebefordrat meddelande|oprindelig (?:meddelelse|besked)|opprinnelig melding|videresendt|(?:oryginalna|oryginalny|przekazana) (?:wiadomość|wiadomosc)|wiadomość oryginalna|původní (?:zpráva|e-mail)|sākotnējais ziņojums|oriģinālais|原始邮件|原始郵件|元のメッセージ|원본 메시지|orijinal (?:mesaj|ileti)|eredeti üzenet/i;
const FRAMED = /^[-_=*]{2,}[^-_=*].{0,80}[^-_=*][-_=*]{2,}$/;
const FORWARD =
  /^(?:begin forwarded message|début du message (?:réexpédié|transféré)|anfang der weitergeleiteten (?:nachricht|e-mail)|inizio messaggio inoltrato|inicio del mensaje reenviado|início da mensagem encaminhada|vidarebefordrat brev|begin doorgestuurd bericht|начало переадресованного сообщения)\s?:$/i;

/** Header lines as mail programs translate them. */
const FIELDS: readonly [group: string, names: RegExp][] = [
  [
    'from',
    /^(?:from|von|van|de|da|от|от кого|från|fra|od|lähettäjä|no|kimden|gönderen|feladó|expéditeur|mittente|remetente|差出人|发件人|寄件者|보낸 사람)$/,
  ],
  [
    'date',
    /^(?:sent|date|gesendet|gesendet am|datum|verzonden|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|fecha|inviato|data|отправлено|дата|skickat|sendt|dato|wysłano|odesláno|lähetetty|päivämäärä|pvm|nosūtīts|datums|送信日時|日時|发送时间|日期|寄件日期|보낸 날짜|tarih|gönderildi|sent at|date sent)$/,
  ],
  [
    'to',
    /^(?:to|an|aan|à|a|para|per|кому|till|til|do|komu|pro|vastaanottaja|kam|destinataire|宛先|收件人|收件者|받는 사람|kime|címzett)$/,
  ],
  [
    'subject',
    /^(?:subject|betreff|onderwerp|objet|asunto|oggetto|assunto|тема|ämne|emne|temat|předmět|aihe|temats|tēma|件名|主题|主旨|제목|konu|tárgy)$/,
  ],
  ['cc', /^(?:cc|kopie|copie|copie à|kopia|kopi|копия|cópia|reply-to|antwort an|抄送)$/],
];
const BLOCK_LINES = 9;
const LEAST_FIELDS = 3;

/** True where the mail that is answered begins: an 'Original Message' line, or three header lines close together. */
export function startsHeaderBlock(lines: readonly string[], index: number): boolean {
  const line = bare(lines[index]);
  if (line === '') return false;
  if (FORWARD.test(line) || (FRAMED.test(line) && SEPARATOR_WORDS.test(line))) return true;
  if (/^[_-]{10,}$/.test(line)) {
    return lines.slice(index + 1, index + 3).some((next) => fieldOf(bare(next)) === 'from');
  }
  if (fieldOf(line) === null) return false;
  const found = collectFields(lines.slice(index, index + BLOCK_LINES));
  return found.size >= LEAST_FIELDS && found.has('from') && (found.has('date') || found.has('subject'));
}

/** The header fields before the second blank line. */
function collectFields(lines: readonly string[]): Set<string> {
  const found = new Set<string>();
  let blank = 0;
  for (const line of lines) {
    const text = bare(line);
    if (text === '') blank += 1;
    if (blank > 1) break;
    const field = fieldOf(text);
    if (field !== null) found.add(field);
  }
  return found;
}

/** How many lines of header fields begin at a line, the line that announces them included. */
export function headerBlockLength(lines: readonly string[], index: number): number {
  let end = index + 1;
  for (let line = index; line < Math.min(index + BLOCK_LINES + 4, lines.length); line += 1) {
    if (fieldOf(bare(lines[line])) !== null) end = line + 1;
  }
  return end - index;
}

function fieldOf(line: string): string | null {
  const colon = line.search(/[:：]/);
  if (colon < 1 || colon > 20) return null;
  const name = line.slice(0, colon).replace(/\*/g, '').trim().toLowerCase();
  return FIELDS.find(([, names]) => names.test(name))?.[0] ?? null;
}

const bare = (line: string | undefined): string =>
  cutText(line ?? '', TEXT_BOUNDS.line)
    .replace(/^[ \t*|]+/, '')
    .trim();
