/** What people want to find again: products and shops they marked with a heart. */
export { FavouriteButton, type FavouriteButtonProps } from './favourite-button.tsx'
export { type FavouriteSubject, type Favourites, favouritesQuery, useFavourites } from './favourites.ts'
