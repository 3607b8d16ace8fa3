import type { FilesPlace, FilesPort } from './files.port.ts';

/** The folder and the bucket of an installation. */
export type TwoPlaces = { folder: FilesPlace; bucket: FilesPlace; saves_in: 'folder' | 's3' };

/**
 * Saves in one place and reads in both, so the program runs while files are moved from one to the other. A file never changes under its
 * key, so it does not matter which copy is read.
 */
export function createFilesInTwoPlaces({ folder, bucket, saves_in }: TwoPlaces): FilesPort {
  const [target, source] = saves_in === 's3' ? [bucket, folder] : [folder, bucket];

  /** The folder first: it costs a look at the disk. A file that a move has just brought into the folder is found by the second look. */
  async function lookIn<Found>(look: (place: FilesPlace) => Promise<Found | null>): Promise<Found | null> {
    return (await look(folder)) ?? (await look(bucket)) ?? look(folder);
  }

  return {
    saveFile: (name, content, max_size_in_bytes) => target.saveFile(name, content, max_size_in_bytes),
    readFile: (key, max_size_in_bytes) => lookIn((place) => place.readFile(key, max_size_in_bytes)),
    openFile: (key, start_in_bytes) => lookIn((place) => place.openFile(key, start_in_bytes)),
    // In this order: a move that copies the file right now sees that it is gone at the source, and takes its copy away.
    async deleteFile(key) {
      await source.deleteFile(key);
      await target.deleteFile(key);
    },
    async check() {
      return `In the folder: ${await folder.check()} In the bucket: ${await bucket.check()}`;
    },
    async close() {
      await folder.close();
      await bucket.close();
    },
  };
}
