import { useEffect } from 'react';

/** What the tab of the browser says: the thing that is open (a campaign's name), or else its kind of page, and the brand. */
const parts = { brand: '', page: '', thing: '' };

function write(): void {
  const page = parts.thing || parts.page;
  const title = page && parts.brand ? `${page} · ${parts.brand}` : page || parts.brand;
  if (title && document.title !== title) document.title = title;
}

export function setBrandTitle(brand: string): void {
  parts.brand = brand;
  write();
}

export function setPageTitle(page: string): void {
  parts.page = page;
  write();
}

/** Names what is open on the page, as long as it is; `undefined` while it loads. */
export function usePageTitle(thing: string | undefined): void {
  useEffect(() => {
    parts.thing = thing ?? '';
    write();
    return () => {
      parts.thing = '';
      write();
    };
  }, [thing]);
}
