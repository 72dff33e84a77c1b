/** A product's pictures in the order of its gallery. */

export interface Pictured {
  readonly image: string | null
  /** Other pictures, in the seller's order. */
  readonly images: readonly { readonly image: string }[]
}

/** Without duplicates: sellers may list the main picture among the others. */
export function galleryPictures({ image, images }: Pictured): readonly string[] {
  return [...new Set([image, ...images.map((other) => other.image)])].filter((source) => source !== null)
}
