/**
 * The outer layers of a CMS message (RFC 5652) in DER or BER, as far as it takes to reach what was signed. Read by hand: libraries decode the
 * whole tree, certificates included, and one call deeper for each layer that a stranger nests. Here every element is visited once, and never
 * more of them than MOST_ELEMENTS.
 */

export type CmsContent = { is: 'signed'; content: Buffer } | { is: 'encrypted' };

const LARGEST_CMS_IN_BYTES = 15_000_000;
const MOST_ELEMENTS = 50_000;
const DEEPEST = 32;

const TAGS = { octets: 0x04, oid: 0x06, sequence: 0x30, constructed_octets: 0x24, content: 0xa0 } as const;
const SIGNED = '2a864886f70d010702';
/** Enveloped, digested under a password, authenticated and enveloped, compressed: nothing here can be read without more. */
const SEALED = new Set([
  '2a864886f70d010703',
  '2a864886f70d010706',
  '2a864886f70d0109100117',
  '2a864886f70d0109100109',
]);

/** `end` is null for an element of indefinite length: its content ends with two zero bytes. */
interface Element {
  tag: number;
  start: number;
  end: number | null;
}

/** What was signed, or that it is encrypted; null for anything else: a signature alone, other types, rubbish. */
export function parseCms(der: Buffer): CmsContent | null {
  if (der.length > LARGEST_CMS_IN_BYTES) return null;
  try {
    return new CmsReader(der).read();
  } catch (error) {
    if (error instanceof BrokenCmsError) return null;
    throw error;
  }
}

class BrokenCmsError extends Error {
  override readonly name = 'BrokenCmsError';
}

class CmsReader {
  private readonly der: Buffer;
  private elements = 0;

  constructor(der: Buffer) {
    this.der = der;
  }

  read(): CmsContent | null {
    const message = this.elementAt(0, TAGS.sequence);
    const type = this.elementAt(message.start, TAGS.oid);
    const id = this.bytesOf(type).toString('hex');
    if (SEALED.has(id)) return { is: 'encrypted' };
    if (id !== SIGNED) return null;
    const signed = this.elementAt(this.elementAt(this.afterOf(type), TAGS.content).start, TAGS.sequence);
    const algorithms = this.elementAt(this.afterOf(this.elementAt(signed.start)));
    const signedContent = this.elementAt(this.afterOf(algorithms), TAGS.sequence);
    const explicit = this.afterOf(this.elementAt(signedContent.start, TAGS.oid));
    if (this.isAtEnd(signedContent, explicit)) return null;
    const octets = this.elementAt(this.elementAt(explicit, TAGS.content).start);
    return { is: 'signed', content: this.joinOctets(octets) };
  }

  private elementAt(at: number, expected?: number): Element {
    this.elements += 1;
    if (this.elements > MOST_ELEMENTS) throw new BrokenCmsError('too many elements');
    const tag = this.byteAt(at);
    if ((tag & 0x1f) === 0x1f || (expected !== undefined && tag !== expected)) throw new BrokenCmsError('other tag');
    const first = this.byteAt(at + 1);
    if (first === 0x80) {
      if ((tag & 0x20) === 0) throw new BrokenCmsError('endless value');
      return { tag, start: at + 2, end: null };
    }
    const bytes = first < 0x80 ? 0 : first & 0x7f;
    if (bytes > 4) throw new BrokenCmsError('too long');
    const length = bytes === 0 ? first : this.der.readUIntBE(this.inside(at + 2, bytes), bytes);
    const start = at + 2 + bytes;
    return { tag, start, end: this.inside(start, length) + length };
  }

  private byteAt(at: number): number {
    const byte = this.der[at];
    if (byte === undefined) throw new BrokenCmsError('cut off');
    return byte;
  }

  private inside(at: number, length: number): number {
    if (at + length > this.der.length) throw new BrokenCmsError('cut off');
    return at;
  }

  private bytesOf({ start, end }: Element): Buffer {
    return this.der.subarray(start, end ?? start);
  }

  private isAtEnd({ end }: Element, at: number): boolean {
    return end === null ? this.byteAt(at) === 0 && this.byteAt(at + 1) === 0 : at >= end;
  }

  /** Where the next element begins. */
  private afterOf(element: Element): number {
    return this.walk(element, () => {});
  }

  /** A value in one piece, or in pieces that may lie in pieces. */
  private joinOctets(element: Element): Buffer {
    if (element.tag === TAGS.octets) return this.bytesOf(element);
    if (element.tag !== TAGS.constructed_octets) throw new BrokenCmsError('other tag');
    const pieces: Buffer[] = [];
    const limit = element.end ?? this.der.length;
    if (element.end === null) {
      this.walk(element, (piece) => {
        if (piece.tag === TAGS.octets) pieces.push(this.bytesOf(piece));
      });
    } else {
      for (let at = element.start; at < limit; ) {
        const piece = this.elementAt(at, TAGS.octets);
        pieces.push(this.bytesOf(piece));
        at = piece.end ?? limit;
      }
    }
    return Buffer.concat(pieces);
  }

  /** Steps over an element; of one without a length it visits what lies inside. */
  private walk(element: Element, visit: (inner: Element) => void): number {
    if (element.end !== null) return element.end;
    let at = element.start;
    for (let depth = 1; depth > 0; ) {
      if (this.byteAt(at) === 0 && this.byteAt(at + 1) === 0) {
        depth -= 1;
        at += 2;
        continue;
      }
      const inner = this.elementAt(at);
      visit(inner);
      if (inner.end === null) depth += 1;
      if (depth > DEEPEST) throw new BrokenCmsError('too deep');
      at = inner.end ?? inner.start;
    }
    return at;
  }
}
