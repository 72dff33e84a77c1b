/** Favourite products and shops. */
export { FavouriteButton } from './favourite-button.tsx'
export { FavouriteWish } from './favourite-wish.ts'
export { type Favourites, favouritesQuery } from './favourites.ts'
