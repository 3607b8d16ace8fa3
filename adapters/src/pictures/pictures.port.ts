/** A picture as it may be shown: its type is what its bytes are, never what its host says. */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif';
  bytes: Buffer;
}

/** Pictures of other people's servers, fetched for a reader who is not to be seen there. */
export interface PicturesPort {
  /** Null for whatever is no picture, cannot be reached or is not allowed. Sends neither cookies nor where it is shown. */
  fetchPicture(address: string, limits: { max_size_in_bytes: number; timeout_in_ms: number }): Promise<Picture | null>;
  /**
   * A picture that somebody uploads, decoded and drawn anew as PNG, at most `side_in_pixels` wide and high: nothing but its pixels
   * is kept. Null for whatever is no PNG, JPEG or WebP, or cannot be decoded.
   */
  redrawPicture(bytes: Buffer, limits: { max_pixels: number; side_in_pixels: number }): Promise<Picture | null>;
  close(): Promise<void>;
}
