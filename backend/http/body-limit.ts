/** Refuses bodies beyond a size: by their announced length, else by counting while they arrive. */

/** The body passed its limit while it was read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** Whether the announced length is within the limit; true where none is announced. */
export function fitsLimit(request: Request, limitBytes: number): boolean {
  const announced = request.headers.get('content-length')
  return announced === null || Number(announced) <= limitBytes
}

/** The request itself where its length is announced, else one whose body fails with BodyTooLarge past the limit. */
export function limitBody(request: Request, limitBytes: number): Request {
  if (request.headers.has('content-length') || !request.headers.has('transfer-encoding') || !request.body)
    return request
  let received = 0
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength
        if (received > limitBytes) controller.error(new BodyTooLarge(`The body is larger than ${limitBytes} bytes`))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Request(request, { body: counted, duplex: 'half' } as RequestInit)
}
