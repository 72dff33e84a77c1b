/** Picture uploads: validation, resizing and storage. */
export { ImageUpload, type ImageUploadProps } from './image-upload.tsx'
export { centredSquare, frameOf, maxZoom, type SquareCrop } from './picture-frame.ts'
export { PictureError, preparePicture } from './prepare-picture.ts'
export {
  type PictureBucket,
  type PictureUpload,
  removePicture,
  removePictures,
  uploadFailed,
  uploadPicture,
  wasUnreachable,
} from './upload-picture.ts'
export { usePictureDraft } from './use-picture-draft.ts'
