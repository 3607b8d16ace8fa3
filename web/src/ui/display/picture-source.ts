import { createContext, useContext } from 'react';

/** Proxy address of an external picture; the application sets it, because this folder knows no API. */
export const PictureSource = createContext<(address: string) => string>((address) => address);

export const usePictureSource = (): ((address: string) => string) => useContext(PictureSource);
