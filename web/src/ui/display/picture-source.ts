import { createContext, useContext } from 'react';

/** Where a picture of somebody else's server is really loaded from; the application sets it, since this folder knows no API. */
export const PictureSource = createContext<(address: string) => string>((address) => address);

export const usePictureSource = (): ((address: string) => string) => useContext(PictureSource);
