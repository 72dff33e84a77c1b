/** What only a shop's owner sees of its page: a chunk of its own, which nobody else fetches. */
export { LogoUpload } from './logo-upload.tsx'
