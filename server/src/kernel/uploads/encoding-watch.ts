import { isAscii, isUtf8 } from 'node:buffer';
import { detectEncoding, isUtf8Text } from '@overture/domain/csv/csv-format';
import type { CsvEncoding } from '@overture/domain/csv/encodings';
import { guessLegacyEncoding, LegacyWords } from '@overture/domain/csv/guess-encoding';

/**
 * Distinguishes UTF-8 from older encodings by the whole file, piece by piece: one wrong byte among many right ones is damage,
 * not another encoding.
 */
export class EncodingWatch {
  #known: CsvEncoding | null = null;
  #isFirst = true;
  #carry: Uint8Array = new Uint8Array(0);
  #right = 0;
  #wrong = 0;
  readonly #words = new LegacyWords();

  push(piece: Uint8Array): void {
    if (this.#isFirst) this.#known = detectEncoding(piece);
    this.#isFirst = false;
    if (this.#known) return;
    const bytes = this.#carry.length > 0 ? Buffer.concat([this.#carry, piece]) : piece;
    const cut = lastWholeCharacter(bytes);
    this.#carry = bytes.slice(cut);
    this.#count(bytes.subarray(0, cut));
  }

  get encoding(): CsvEncoding {
    if (this.#known) return this.#known;
    if (this.#carry.length > 0) this.#count(this.#carry);
    this.#carry = new Uint8Array(0);
    return isUtf8Text(this.#right, this.#wrong) ? 'utf-8' : guessLegacyEncoding(this.#words.bytes);
  }

  #count(bytes: Uint8Array): void {
    if (isAscii(bytes)) return;
    if (isUtf8(bytes)) {
      // Exact numbers matter only once something is wrong; any lead byte will do.
      for (let index = 0; index < bytes.length && this.#right < 1000; index += 1)
        if (bytes[index]! >= 0xc2) this.#right += 1;
      return;
    }
    this.#words.push(bytes);
    for (const letter of new TextDecoder().decode(bytes)) {
      if (letter === '\uFFFD') this.#wrong += 1;
      else if (letter > '\x7f') this.#right += 1;
    }
  }
}

/** Place before a character whose bytes are not all there yet. */
function lastWholeCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needs > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}
