/** "photo 2.png" where there is a "photo.png": the text of a mail names its images. */
export function findFreeName(name: string, taken: readonly string[]): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${stem} ${number}${ending}`;
  return free;
}
