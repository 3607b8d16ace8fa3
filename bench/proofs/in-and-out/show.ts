import type { Page } from '@playwright/test';

/** Judges a screen in both schemes, and takes its pictures. */
export type Show = (name: string, options?: { dialog?: boolean; on?: Page }) => Promise<void>;
