import { type ReactNode, useEffect, useRef, useState } from 'react';

interface WhenSeenProps {
  /** Height of the final content, which avoids a layout shift. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Renders heavy content below the fold when it is about to be visible. */
export function WhenSeen({ fallback, children }: WhenSeenProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !box.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen ? children : <div ref={box}>{fallback}</div>;
}
