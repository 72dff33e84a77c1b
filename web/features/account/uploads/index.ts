/** Picture uploads: validation, resizing and storage. */
export { ImageUpload } from './image-upload.tsx'
export { centredSquare, frameOf, maxZoom, type SquareCrop } from './picture-frame.ts'
export { PicturesField } from './pictures-field.tsx'
export { PictureError, preparePicture } from './prepare-picture.ts'
export { PrivatePictures } from './private-pictures.tsx'
export { signedUrl } from './signed-urls.ts'
export {
  type ChosenPicture,
  removePicture,
  removePictures,
  uploadChosen,
  uploadFailed,
  uploadPicture,
  wasUnreachable,
} from './upload-picture.ts'
export { useChosenPictures } from './use-chosen-pictures.ts'
export { usePictureDraft } from './use-picture-draft.ts'
