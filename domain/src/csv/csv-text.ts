/** One row of a file. `cells` is empty where `error` says why the row cannot be read; `line` is then its text. */
export interface CsvRecord {
  /** As a spreadsheet counts: the first row is 1, empty rows count. */
  number: number;
  cells: string[];
  error: string | null;
  line: string;
}

/** Longest row in characters, and longest cell that may go over several lines. Beyond, a quote was left open. */
const maxRecord = 1_000_000;
const maxMultilineCell = 1_000_000;

const openQuote = 'A quote is opened in this row and not closed.';
const tooLong = 'This row is too long.';

type Reading = { record: CsvRecord | null; end: number } | 'incomplete';
/** A cell, 'incomplete', or, where the quote was left open, the place up to which no other can close one (0: none). */
type CellReading = { text: string; end: number } | 'incomplete' | number;

/**
 * Reads CSV as it is found in the world, piece by piece: any line ends, mixed; quotes with line breaks; a quote that is
 * never closed costs its own row, not the rest of the file. Rows with nothing in them are passed over. The result does
 * not depend on how the text is cut into pieces.
 */
export class CsvText {
  readonly #delimiter: string;
  #rest = '';
  /** A row that has not ended is read again when there is twice as much of it: once a piece would cost the square of its length. */
  #nextRead = 0;
  #number = 0;
  /** Before this place in the buffer quotes are ordinary characters: it is known that none of them closes. */
  #literalUntil = 0;
  /** The rest of a row that was too long is passed over. */
  #isSkipping = false;
  /** For each mark the last place it was looked for from and found at: looked for at every line, a far one would be passed each time. */
  readonly #found = new Map<string, { from: number; at: number }>();

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The rows that end in `text`; with `isLast` also the last one, which may lack its line end. */
  *push(text: string, isLast: boolean): Generator<CsvRecord> {
    this.#rest += text;
    if (this.#rest.length < this.#nextRead && !isLast) return;
    const buffer = this.#rest;
    this.#found.clear();
    let position = this.#isSkipping ? this.#skipLine(buffer) : 0;
    while (position < buffer.length) {
      const reading = this.#readRecord(buffer, position, isLast);
      if (reading === 'incomplete') break;
      position = reading.end;
      if (reading.record) yield reading.record;
    }
    this.#rest = buffer.slice(position);
    this.#nextRead = 2 * this.#rest.length;
    this.#literalUntil = Math.max(0, this.#literalUntil - position);
  }

  #skipLine(buffer: string): number {
    const end = this.#lineEnd(buffer, 0);
    if (end === buffer.length) return end;
    this.#isSkipping = false;
    return end + 1; // a line feed left over from a pair makes an empty row, which is passed over
  }

  #readRecord(buffer: string, start: number, isLast: boolean): Reading {
    const end = this.#lineEnd(buffer, start);
    if (this.#quoteFrom(buffer, start) < end) return this.#readQuoted(buffer, start, end, isLast);
    if (end === buffer.length && !isLast) {
      if (end - start <= maxRecord) return 'incomplete';
      this.#isSkipping = true;
      return { record: this.#refuse(tooLong, buffer.slice(start, start + 1000)), end };
    }
    const next = this.#afterLine(buffer, end, isLast);
    if (next === null) return 'incomplete';
    if (end - start > maxRecord) return { record: this.#refuse(tooLong, buffer.slice(start, start + 1000)), end: next };
    const line = buffer.slice(start, end);
    this.#number += 1;
    if (line.trim() === '') return { record: null, end: next };
    return { record: { number: this.#number, cells: line.split(this.#delimiter), error: null, line: '' }, end: next };
  }

  #readQuoted(buffer: string, start: number, firstEnd: number, isLast: boolean): Reading {
    const cells: string[] = [];
    let position = start;
    for (;;) {
      const cell = this.#readCell(buffer, position, isLast);
      if (cell === 'incomplete') {
        if (!isLast && buffer.length - start <= maxRecord) return 'incomplete';
        return this.#recover(buffer, start, firstEnd, start + maxRecord, isLast);
      }
      if (typeof cell === 'number') return this.#recover(buffer, start, firstEnd, cell, isLast);
      cells.push(cell.text);
      if (buffer.startsWith(this.#delimiter, cell.end) && cell.end < buffer.length) {
        position = cell.end + this.#delimiter.length;
        continue;
      }
      const next = this.#afterLine(buffer, cell.end, isLast);
      if (next === null) return 'incomplete';
      if (cell.end - start > maxRecord) return this.#recover(buffer, start, firstEnd, start + maxRecord, isLast);
      this.#number += 1;
      return { record: { number: this.#number, cells, error: null, line: '' }, end: next };
    }
  }

  #readCell(buffer: string, start: number, isLast: boolean): CellReading {
    const opened = skipBlanks(buffer, start);
    if (buffer[opened] === '"' && opened >= this.#literalUntil) return this.#readQuotedCell(buffer, opened, isLast);
    const lineEnd = this.#lineEnd(buffer, start);
    const end = Math.min(lineEnd, this.#find(buffer, this.#delimiter, start));
    return isCutOff(buffer, end, isLast) ? 'incomplete' : { text: buffer.slice(start, end), end };
  }

  #readQuotedCell(buffer: string, opened: number, isLast: boolean): CellReading {
    const lineEnd = this.#lineEnd(buffer, opened);
    let text = '';
    let hasBareQuote = false;
    let position = opened + 1;
    for (;;) {
      const quote = buffer.indexOf('"', position);
      const scannedTo = quote === -1 ? buffer.length : quote;
      const isOverLines = scannedTo > lineEnd;
      if (isOverLines && scannedTo - opened > maxMultilineCell) return opened + maxMultilineCell;
      if (quote === -1 || isCutOff(buffer, quote + 1, isLast)) return 'incomplete';
      if (this.#isEscaped(buffer, quote, hasBareQuote)) {
        text += buffer.slice(position, quote + 1);
        position = quote + 2;
        continue;
      }
      // A file with single quotes inside of cells has `"Robert "Bobby""`: the first of the two belongs to the text.
      const closing = buffer[quote + 1] === '"' ? quote + 1 : quote;
      const after = skipBlanks(buffer, closing + 1);
      if (isCutOff(buffer, after, isLast)) return 'incomplete';
      if (this.#endsCell(buffer, after)) return { text: text + buffer.slice(position, closing), end: after };
      if (isOverLines) return 0;
      hasBareQuote = true;
      text += buffer.slice(position, quote + 1); // John "Johnny" Smith
      position = quote + 1;
    }
  }

  /** True for a doubled quote, unless a cell with a single quote inside ends after it. */
  #isEscaped(buffer: string, quote: number, hasBareQuote: boolean): boolean {
    return buffer[quote + 1] === '"' && !(hasBareQuote && this.#endsCell(buffer, quote + 2));
  }

  /** True where a cell ends: at a delimiter or the end of a line, blanks before it passed over. */
  #endsCell(buffer: string, from: number): boolean {
    const at = skipBlanks(buffer, from);
    const next = buffer[at];
    return next === undefined || next === '\n' || next === '\r' || buffer.startsWith(this.#delimiter, at);
  }

  /** Discards the first line of a row with an unclosed quote and continues after it. */
  #recover(buffer: string, start: number, end: number, scannedTo: number, isLast: boolean): Reading {
    const next = this.#afterLine(buffer, end, isLast);
    if (next === null) return 'incomplete';
    this.#literalUntil = Math.max(this.#literalUntil, Math.min(scannedTo, buffer.length));
    if (end === buffer.length && !isLast) this.#isSkipping = true;
    return { record: this.#refuse(openQuote, buffer.slice(start, Math.min(end, start + 10_000))), end: next };
  }

  #refuse(error: string, line: string): CsvRecord {
    this.#number += 1;
    return { number: this.#number, cells: [], error, line };
  }

  /** Place of the line end at or after `from`, or the buffer's length. */
  #lineEnd(buffer: string, from: number): number {
    return Math.min(buffer.length, this.#find(buffer, '\n', from), this.#find(buffer, '\r', from));
  }

  /** Place of a mark at or after `from`; endless where there is none. */
  #find(buffer: string, mark: string, from: number): number {
    const known = this.#found.get(mark);
    if (known !== undefined && known.from <= from && from <= known.at) return known.at;
    const position = buffer.indexOf(mark, from);
    const at = position === -1 ? Number.POSITIVE_INFINITY : position;
    this.#found.set(mark, { from, at });
    return at;
  }

  #quoteFrom(buffer: string, from: number): number {
    return this.#find(buffer, '"', Math.max(from, this.#literalUntil));
  }

  /** Place behind a line end; null when it may be the first half of a pair whose second half has not come yet. */
  #afterLine(buffer: string, end: number, isLast: boolean): number | null {
    if (end >= buffer.length) return buffer.length;
    if (buffer[end] === '\n') return end + 1;
    if (end + 1 === buffer.length && !isLast) return null;
    return buffer[end + 1] === '\n' ? end + 2 : end + 1;
  }
}

/** True where the rest comes with the next piece. */
const isCutOff = (buffer: string, at: number, isLast: boolean): boolean => at === buffer.length && !isLast;

function skipBlanks(buffer: string, from: number): number {
  let at = from;
  while (buffer[at] === ' ') at += 1;
  return at;
}
