import { parseOutboundAllow } from '../kit/address-guard.ts';
import { createGuardedHttp, type GuardedHttpOptions } from '../kit/guarded-http.ts';
import type { Picture, PicturesPort } from './pictures.port.ts';

/** What bytes are by their first ones; null for anything but a bitmap that browsers show. SVG is a document and none of these. */
export function classifyPicture(bytes: Buffer): Picture['type'] | null {
  const begins = (...expected: number[]): boolean => expected.every((byte, index) => bytes[index] === byte);
  const word = (from: number, to: number): string => bytes.subarray(from, to).toString('latin1');
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (word(0, 6) === 'GIF87a' || word(0, 6) === 'GIF89a') return 'image/gif';
  if (word(0, 4) === 'RIFF' && word(8, 12) === 'WEBP') return 'image/webp';
  if (word(4, 8) === 'ftyp' && (word(8, 12) === 'avif' || word(8, 12) === 'avis')) return 'image/avif';
  return null;
}

const UPLOADED: readonly (Picture['type'] | null)[] = ['image/png', 'image/jpeg', 'image/webp'];
const SECONDS = 10;

/** Its first bytes say what may be tried at all; the decoder has the last word. */
const redrawPicture: PicturesPort['redrawPicture'] = async (bytes, { max_pixels, side_in_pixels }) => {
  if (!UPLOADED.includes(classifyPicture(bytes))) return null;
  try {
    const { default: sharp } = await import('sharp');
    const drawn = await sharp(bytes, { limitInputPixels: max_pixels, failOn: 'error' })
      .autoOrient()
      .resize(side_in_pixels, side_in_pixels, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: SECONDS })
      .png()
      .toBuffer();
    return { type: 'image/png', bytes: drawn };
  } catch {
    return null;
  }
};

export interface PicturesOptions {
  /** The text of OUTBOUND_ALLOW. */
  outbound_allow: string;
  lookup?: GuardedHttpOptions['lookup'];
}

/** The same for everybody: a host learns nothing of who looks. */
const headers = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  'user-agent': 'Mozilla/5.0 (compatible; Overture)',
};

/** Fetches pictures through the guarded client. @throws Error for an OUTBOUND_ALLOW that cannot be read */
export function createPictures({ outbound_allow, lookup }: PicturesOptions): PicturesPort {
  const http = createGuardedHttp({
    allow: parseOutboundAllow(outbound_allow),
    ...(lookup === undefined ? {} : { lookup }),
  });
  return {
    async fetchPicture(address, limits) {
      try {
        const { status, body } = await http.request(address, { ...limits, headers });
        const type = status === 200 ? classifyPicture(body) : null;
        return type === null ? null : { type, bytes: body };
      } catch {
        // Refused, too large, too late or gone: to the reader it is a picture that does not load.
        return null;
      }
    },
    redrawPicture,
    close: () => http.close(),
  };
}
