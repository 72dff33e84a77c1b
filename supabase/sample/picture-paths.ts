/** Each sample picture's path in storage, and its content. */
import { slugify } from '../../domain/values/slugs.ts'
import type { AccountIds } from './ids.ts'
import { palettes } from './palettes.ts'
import type { SellerKey } from './people.ts'
import { bannerPicture, logoPicture, type Picture, productPicture } from './pictures.ts'
import { products } from './products.ts'
import type { SampleProduct } from './sample-product.ts'
import { shops } from './shops.ts'

export interface PictureFile {
  readonly bucket: 'product_images' | 'shop_images'
  /** Relative to the seller's own folder. */
  readonly name: string
  readonly seller: SellerKey
  readonly picture: Picture
}

/** 'product_images/<seller's id>/victoria-sponge.webp', as stored in the tables. */
export function storedPath({ bucket, seller, name }: Omit<PictureFile, 'picture'>, accounts: AccountIds): string {
  return `${bucket}/${accounts(seller)}/${name}`
}

/** The product's main picture first, then its gallery. */
export function productFiles(key: string, product: SampleProduct): PictureFile[] {
  const { seller, palette } = shops[product.shop]
  return [product.picture, ...(product.gallery ?? [])].map((plan, n) => ({
    bucket: 'product_images',
    name: `${slugify(product.name)}${n === 0 ? '' : `-${n + 1}`}.webp`,
    seller,
    picture: productPicture(plan, palettes[palette], `${key} ${n}`),
  }))
}

export function shopFiles(shop: (typeof shops)[keyof typeof shops]): { logo: PictureFile; banner: PictureFile } {
  const { seller, palette, logo, banner, slug } = shop
  return {
    logo: { bucket: 'shop_images', name: 'logo.webp', seller, picture: logoPicture(logo, palettes[palette]) },
    banner: {
      bucket: 'shop_images',
      name: 'banner.webp',
      seller,
      picture: bannerPicture(banner, palettes[palette], slug),
    },
  }
}

export function allPictureFiles(): PictureFile[] {
  return [
    ...Object.values(shops).flatMap((shop) => Object.values(shopFiles(shop))),
    ...Object.entries(products).flatMap(([key, product]) => productFiles(key, product)),
  ]
}
