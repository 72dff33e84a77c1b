/** The owner's parts of a shop page, in a chunk that only owners load. */
export { LogoUpload } from './logo-upload.tsx'
