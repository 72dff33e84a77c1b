/** Reports of errors as browsers send them, from any network. */
import type { RunningServer } from '../harness.ts'

export const report = {
  page: '/product/:productId',
  message: 'TypeError: x is not a function',
  frames: ['Ab-1.js:1:20'],
}

let lastNetwork = 0
const newNetwork = () => {
  lastNetwork += 1
  return `203.0.${lastNetwork >> 8}.${lastNetwork & 255}`
}

export async function send(
  { url }: RunningServer,
  body: string,
  { headers = {}, from = newNetwork() }: { headers?: Record<string, string>; from?: string } = {},
): Promise<Response> {
  const all = { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers }
  const response = await fetch(`${url}/browser-errors`, { method: 'POST', headers: all, body })
  await response.arrayBuffer()
  return response
}

export const loggedReports = (server: RunningServer): string[] =>
  server
    .logs()
    .split('\n')
    .filter((line) => line.includes('a browser reported an error'))
