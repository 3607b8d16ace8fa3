import { type ReactNode, useEffect, useRef, useState } from 'react';

interface WhenSeenProps {
  /** As high as what comes, so that nothing jumps. */
  fallback: ReactNode;
  children: ReactNode;
}

/** What is heavy and may stand below the fold: it comes once a person is about to see it. */
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
