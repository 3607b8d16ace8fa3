/** A picture as it may be shown: its type is what its bytes are, never what its host says. */
export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif';
  bytes: Buffer;
}

/** Pictures of other people's servers, fetched for a reader who is not to be seen there. */
export interface PicturesPort {
  /** Null if it is no picture, unreachable or not allowed. The request sends neither cookies nor a referrer. */
  fetchPicture(address: string, limits: { max_size_in_bytes: number; timeout_in_ms: number }): Promise<Picture | null>;
  /**
   * An uploaded picture, decoded and re-encoded as PNG, at most `side_in_pixels` wide and high: only its pixels are
   * kept. Null if it is no PNG, JPEG or WebP, or cannot be decoded.
   */
  redrawPicture(bytes: Buffer, limits: { max_pixels: number; side_in_pixels: number }): Promise<Picture | null>;
  close(): Promise<void>;
}
