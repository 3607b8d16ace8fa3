/** How a mail is put into its frame. */
export interface MailPageOptions {
  /** Where a remote picture is loaded from once the reader asked for it; null until then. */
  pictureAddress: ((address: string) => string) | null;
  showsQuoted: boolean;
  /** Written here, with images that are files of ours. */
  isOurs: boolean;
  /** Colors of the application for mails that bring none of their own; others are read on white, in the dark too. */
  colors: { text: string; link: string; scheme: 'light' | 'dark' };
}

/** Hidden unless asked for. The server marks quoted history. */
const quoted = '[data-quoted]';

/** True for a mail that only makes sense on the white page it was made for. */
export function hasOwnLook(html: string): boolean {
  return /<(?:table|img|font)\b|bgcolor=|background|[\s"';]color\s*:/i.test(html);
}

export function hasQuoted(html: string): boolean {
  return /\sdata-quoted[\s=>]/i.test(html);
}

/**
 * The whole page of a frame without scripts. The server cleaned the HTML; HTML that got through still meets a policy that
 * loads nothing and a sandbox that runs nothing. Remote images come through our own server, and only when the reader asked for them.
 */
export function buildMailPage(html: string, options: MailPageOptions): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  showPictures(page, options);
  if (!options.showsQuoted) for (const part of page.querySelectorAll(quoted)) part.remove();
  const own = !options.isOurs && hasOwnLook(html);
  const images = options.pictureAddress || options.isOurs ? `data: ${window.location.origin}` : 'data:';
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; form-action 'none'; base-uri 'none'`;
  const look = own
    ? 'color:#171b22;background:#fff;padding:10px 12px;border-radius:8px'
    : `color:${options.colors.text};background:transparent;padding:0`;
  const link = own ? '#4f46e5' : options.colors.link;
  const style = `html{color-scheme:${own ? 'light' : options.colors.scheme}}body{margin:0;font:14px/1.5 Inter,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;overflow-y:hidden;${look}}a{color:${link}}img{max-width:100%;height:auto}table{max-width:100%}blockquote{margin:8px 0;margin-inline-start:2px;padding-inline-start:12px;border-inline-start:2px solid #9aa1ae66}p{margin:0 0 10px}pre{white-space:pre-wrap}body>:first-child{margin-top:0}body>:last-child{margin-bottom:0}`;
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><base target="_blank"><style>${style}</style></head><body dir="auto">${page.body.innerHTML}</body></html>`;
}

function showPictures(page: Document, { pictureAddress }: Pick<MailPageOptions, 'pictureAddress'>): void {
  if (pictureAddress) {
    for (const image of page.querySelectorAll<HTMLElement>('img[data-remote-src]'))
      image.setAttribute('src', pictureAddress(image.dataset.remoteSrc ?? ''));
  }
  for (const image of page.querySelectorAll('img:not([src])')) image.setAttribute('hidden', '');
}
