/** Picture uploads: validation, resizing and storage. */
export { ImageUpload } from './image-upload.tsx'
export { centredSquare, frameOf, maxZoom, type SquareCrop } from './picture-frame.ts'
export { PictureError, preparePicture } from './prepare-picture.ts'
export {
  removePicture,
  removePictures,
  uploadFailed,
  uploadPicture,
  wasUnreachable,
} from './upload-picture.ts'
export { usePictureDraft } from './use-picture-draft.ts'
