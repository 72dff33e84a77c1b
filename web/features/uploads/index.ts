/** Picture uploads: validation, resizing and storage. */
export { ImageUpload, type ImageUploadProps, pictureMessage } from './image-upload.tsx'
export { centredSquare, frameOf, maxZoom, type SquareCrop } from './picture-frame.ts'
export { PictureError, preparePicture } from './prepare-picture.ts'
export {
  type PictureBucket,
  type PictureUpload,
  removePicture,
  removePictures,
  uploadPicture,
  wasUnreachable,
} from './upload-picture.ts'
