/** Requests to the server that the tests share, with the service key. */

/** @param path of the table API, the auth service or a function @throws Error if the server refuses the request */
export async function callAsService(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<unknown> {
  const { E2E_URL, E2E_SERVICE_KEY = '' } = process.env
  const response = await fetch(`${E2E_URL}${path}`, {
    method,
    headers: {
      apikey: E2E_SERVICE_KEY,
      authorization: `Bearer ${E2E_SERVICE_KEY}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`)
  return response.json()
}

/** The id of what a request created. */
export function readId(response: unknown): string {
  const row: unknown = Array.isArray(response) ? response[0] : response
  if (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string') return row.id
  throw new Error(`No id in ${JSON.stringify(response)}`)
}
