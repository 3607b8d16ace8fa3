import { useEffect } from 'react';

/** What the tab of the browser says: the thing that is open (a campaign's name), or else its kind of page, and the brand. */
const parts = { brand: '', page: '', thing: '', count: 0 };

function write(): void {
  const page = parts.thing || parts.page;
  const name = page && parts.brand ? `${page} · ${parts.brand}` : page || parts.brand;
  const title = name && parts.count > 0 ? `(${parts.count > 99 ? '99+' : parts.count}) ${name}` : name;
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

/** Unread conversations, which the tab counts before its name. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    parts.count = count;
    write();
    return () => {
      parts.count = 0;
      write();
    };
  }, [count]);
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
