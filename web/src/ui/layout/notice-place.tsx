import { createContext, type ReactNode, use, useEffect, useState } from 'react';

const PaintedContext = createContext({ isPainted: false });

interface NoticePlaceProps {
  /** Each is a `Notice`. */
  notices: ReactNode;
  /** It is not yet known which notices there are: the page below is loaded and not yet painted. */
  isPending?: boolean;
  children: ReactNode;
}

/**
 * A page and the notices above it, in a flex column. Notices never move a page that is already painted: those that are known with the
 * page are above it, those that appear while it is read are at its foot.
 */
export function NoticePlace({ notices, isPending = false, children }: NoticePlaceProps) {
  const [place] = useState({ isPainted: false });
  useEffect(() => {
    if (!isPending) place.isPainted = true;
  }, [isPending, place]);
  return (
    <>
      <PaintedContext value={place}>{notices}</PaintedContext>
      <div className={isPending ? 'contents invisible' : 'contents'}>{children}</div>
    </>
  );
}

/** Whether a notice waits for this query. A query that failed once holds no page back. */
export function isFirstAwaited(query: { isLoading: boolean; failureCount: number }): boolean {
  return query.isLoading && query.failureCount === 0;
}

/** The place of one notice: above the page, or at its foot where it appears later. */
export function Notice({ children }: { children: ReactNode }) {
  const place = use(PaintedContext);
  const [isLate] = useState(() => place.isPainted);
  return isLate ? (
    <div className="order-last sticky bottom-0 z-10 bg-bg" role="status">
      {children}
    </div>
  ) : (
    children
  );
}
