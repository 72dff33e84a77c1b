/** A product's pictures in the order of its gallery. */

export interface Pictured {
  readonly image: string | null
  /** Further ones, in the seller's order. */
  readonly images: readonly { readonly image: string }[]
}

/** Each picture once: sellers may list the main one among the further ones. */
export function galleryPictures({ image, images }: Pictured): readonly string[] {
  return [...new Set([image, ...images.map((further) => further.image)])].filter((source) => source !== null)
}
