/** A file that another dialog hands to the page of tool imports; it does not survive a reload. */
let handed: File | undefined;

export function handOverFile(file: File): void {
  handed = file;
}

export const hasHandedFile = (): boolean => handed !== undefined;

/** The handed file, once. */
export function claimHandedFile(): File | undefined {
  const file = handed;
  handed = undefined;
  return file;
}
