import type { FilesPlace } from './files.port.ts';

/** Writes a file, reads it and deletes it. @throws Error when it comes back changed */
export async function checkByWriting(place: FilesPlace): Promise<string> {
  const content = Buffer.from('overture doctor');
  const { key } = await place.saveFile('doctor', content, content.length);
  try {
    const stored = await place.readFile(key, content.length);
    if (!stored?.equals(content)) throw new Error('A file that was written came back changed.');
  } finally {
    await place.deleteFile(key);
  }
  return 'Written, read and deleted.';
}
