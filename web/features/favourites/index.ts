/** Favourite products and shops. */
export { FavouriteButton, type FavouriteButtonProps } from './favourite-button.tsx'
export { FavouriteWish } from './favourite-wish.ts'
export { type FavouriteSubject, type Favourites, favouritesQuery, useFavourites } from './favourites.ts'
