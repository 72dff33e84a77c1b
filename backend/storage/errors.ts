/** Storage errors with Supabase's codes and messages, and their responses. */
import { DatabaseError } from '#backend/database/errors'
import { isSystemError } from '#backend/system-error'
import { S3Error } from './s3-client.ts'

interface ErrorFields {
  /** The intended status. `errorResponse` may send another. */
  readonly status: number
  readonly code: string
  /** Supabase's older name of the error, if it differs from the code. */
  readonly error?: string
  readonly message: string
}

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly status: number
  readonly code: string
  readonly error: string

  constructor(fields: ErrorFields, options?: ErrorOptions) {
    super(fields.message, options)
    this.status = fields.status
    this.code = fields.code
    this.error = fields.error ?? fields.code
  }
}

const storageError = (status: number, code: string, message: string, error?: string) =>
  new StorageError({ status, code, message, ...(error === undefined ? {} : { error }) })

export const noSuchBucket = () => storageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => storageError(404, 'NoSuchKey', 'Object not found', 'not_found')
export const noSuchRoute = (route: string) =>
  storageError(404, 'InvalidRequest', `Route ${route} not found`, 'Not Found')
export const invalidRequest = (message: string, options?: ErrorOptions) =>
  new StorageError({ status: 400, code: 'InvalidRequest', message }, options)
export const invalidKey = (key: string) => storageError(400, 'InvalidKey', `Invalid key: ${key}`)
export const invalidBucketName = () => storageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input')
export const invalidRange = () => storageError(416, 'InvalidRange', 'invalid range provided', 'invalid_range')
export const accessDenied = (message: string) => storageError(403, 'AccessDenied', message, 'Unauthorized')
export const bucketNotEmpty = () =>
  storageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty', 'InvalidRequest')
export const entityTooLarge = (entity = 'object', limit = 'the maximum allowed size') =>
  storageError(413, 'EntityTooLarge', `The ${entity} exceeded ${limit}`, 'Payload too large')
export const invalidMimeType = (type: string) =>
  storageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type')
export const invalidFileSizeLimit = () =>
  storageError(400, 'InvalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
export const invalidSignature = () => storageError(400, 'InvalidSignature', 'Invalid signature')
export const invalidJwt = (message: string) => storageError(400, 'InvalidJWT', message)
export const unreadableImage = (cause: unknown) =>
  new StorageError({ status: 422, code: 'InvalidRequest', message: 'The image could not be read' }, { cause })
export const tooBusy = () => storageError(503, 'SlowDown', 'Too many images are being rendered, try again later')

/** Maps SQLSTATEs of row-level security and constraints to storage errors. */
function fromDatabase(error: DatabaseError): StorageError {
  const options = { cause: error }
  switch (error.code) {
    case '42501':
      // Supabase's message names no table.
      return new StorageError(
        {
          status: 403,
          code: 'AccessDenied',
          error: 'Unauthorized',
          message: error.message.startsWith('new row violates row-level security policy')
            ? 'new row violates row-level security policy'
            : error.message,
        },
        options,
      )
    case '23505':
      return new StorageError(
        { status: 409, code: 'ResourceAlreadyExists', error: 'Duplicate', message: 'The resource already exists' },
        options,
      )
    case '23503':
      return new StorageError(
        { status: 404, code: 'InvalidRequest', message: 'The related resource does not exist' },
        options,
      )
    case '22P02':
    case '22P05':
    case '22021':
      return new StorageError({ status: 400, code: 'InvalidRequest', message: error.message }, options)
    case '57014':
      return new StorageError(
        { status: 544, code: 'DatabaseTimeout', message: 'The connection to the database timed out' },
        options,
      )
    case '40001':
    case '40P01':
      return new StorageError(
        { status: 409, code: 'TransactionError', message: 'The same objects were changed at the same time, try again' },
        options,
      )
    default:
      return fromDatabaseClass(error, options)
  }
}

function fromDatabaseClass(error: DatabaseError, options: ErrorOptions): StorageError {
  switch (error.code.slice(0, 2)) {
    // Raised by a trigger or a policy's function, with its own message.
    case 'P0':
    case '23':
      return new StorageError({ status: 400, code: 'InvalidRequest', message: error.message }, options)
    case '08':
    case '53':
    case '57':
      return new StorageError(
        { status: 503, code: 'DatabaseError', message: 'The database is not available, try again later' },
        options,
      )
    default:
      return new StorageError({ status: 500, code: 'DatabaseError', message: 'Database error' }, options)
  }
}

export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof DatabaseError) return fromDatabase(error)
  const options = { cause: error }
  if (error instanceof S3Error)
    return new StorageError(
      { status: 503, code: 'SlowDown', message: 'The file storage is not available, try again later' },
      options,
    )
  if (isSystemError(error, 'ENOSPC', 'EDQUOT'))
    return new StorageError(
      { status: 507, code: 'InsufficientStorage', message: 'There is no space left for files' },
      options,
    )
  return new StorageError({ status: 500, code: 'InternalError', message: 'Internal server error' }, options)
}

/**
 * Supabase sends client errors as HTTP 400 and the intended status in the body (`statusCode`). Clients read the body, so
 * this server does the same. Server errors and range errors keep their own status.
 */
export function errorResponse(error: StorageError): Response {
  const wireStatus = error.status >= 500 || error.status === 416 ? error.status : 400
  const body = { statusCode: String(error.status), code: error.code, error: error.error, message: error.message }
  return Response.json(body, {
    status: wireStatus,
    headers: { 'Cache-Control': 'no-store', ...(error.status === 503 ? { 'Retry-After': '2' } : {}) },
  })
}
