import { classifyPicture } from './picture-type.transform.ts';
import type { Picture, PicturesPort } from './pictures.port.ts';

const UPLOADED: readonly (Picture['type'] | null)[] = ['image/png', 'image/jpeg', 'image/webp'];
const SECONDS = 10;

/** Its first bytes say what may be tried at all; the decoder has the last word. */
export const redrawPicture: PicturesPort['redrawPicture'] = async (bytes, { max_pixels, side_in_pixels }) => {
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
