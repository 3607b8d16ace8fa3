import { endingOf, FILE_TYPES } from './file-types.ts';

/** How a file is shown without a program of its own. */
export type PreviewKind = 'picture' | 'document' | 'text';

const KINDS: Readonly<Record<string, PreviewKind>> = {
  'image/png': 'picture',
  'image/jpeg': 'picture',
  'image/gif': 'picture',
  'image/webp': 'picture',
  'application/pdf': 'document',
};

const TEXTS = new Set('txt csv md log ics vcf json xml'.split(' '));
const PROGRAMS = new Set(
  `ade adp apk app application appref-ms appx appxbundle bat chm cmd com command cpl deb diagcab dll dmg docm dotm exe gadget hta htm html
  img ins iso jar jnlp js jse library-ms lnk mde mht mhtml msc msi msix msp mst msu one pif pkg potm ppam ppsm pptm ps1 psm1 py pyw rdp reg
  rpm scf scr sct search-ms settingcontent-ms sh shtml sldm svg url vb vbe vbs vhd vhdx ws wsf wsh xht xhtml xlam xll xlsb xlsm xltm`.split(
    /\s+/,
  ),
);
const ARCHIVES = new Set('7z ace arj bz2 cab gz lzh rar tar tgz wim xz zip zst'.split(' '));

export const isTextName = (name: string): boolean => TEXTS.has(endingOf(name));

export const kindOfType = (type: string): PreviewKind | null => (Object.hasOwn(KINDS, type) ? KINDS[type]! : null);

/** By what its sender said; null for a file that can only be saved. The bytes decide when it is opened. */
export function expectPreview({ name, type }: { name: string; type: string }): PreviewKind | null {
  const ending = endingOf(name);
  if (PROGRAMS.has(ending)) return null;
  if (TEXTS.has(ending)) return 'text';
  return kindOfType(type) ?? (Object.hasOwn(FILE_TYPES, ending) ? kindOfType(FILE_TYPES[ending]!) : null);
}

/** What a received file may do to the machine of who opens it; null for one that is only read. */
export function findFileRisk(name: string): 'program' | 'archive' | null {
  const ending = endingOf(name);
  if (PROGRAMS.has(ending)) return 'program';
  return ARCHIVES.has(ending) ? 'archive' : null;
}
