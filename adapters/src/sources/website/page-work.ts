import { listTechnologies } from '../technologies/detect-technologies.transform.ts';
import { parsePage, type ReadablePage } from './page-text.transform.ts';

/** A page as it came: to be read, or to be looked at for what it is made with. */
export type PageTask =
  | { want: 'text'; html: string; url: string }
  | { want: 'technologies'; html: string; headers: [string, string][] };
export type PageFindings = { page: ReadablePage | null; technologies: string[] };

/** Work on a stranger's page, done in a thread. */
export async function run(task: PageTask): Promise<PageFindings> {
  if (task.want === 'text') return { page: await parsePage(task.html, task.url), technologies: [] };
  return { page: null, technologies: listTechnologies(task.html, new Headers(task.headers)) };
}
