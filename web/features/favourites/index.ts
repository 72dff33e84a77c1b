/** Favourite products and shops. */
export { FavouriteButton, type FavouriteButtonProps } from './favourite-button.tsx'
export { type FavouriteSubject, type Favourites, favouritesQuery, useFavourites } from './favourites.ts'
