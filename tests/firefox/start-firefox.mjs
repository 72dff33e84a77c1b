#!/usr/bin/env node
/**
 * Starts the system's Firefox for Playwright, and passes on what they tell each other over WebDriver BiDi. Two things differ. The
 * extended support release lacks the newest commands. And Playwright sets an input's value, which React takes for its own change.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

/** The colour scheme stays that of the profile: light. */
const commandsWithoutEffect = new Set(['emulation.setMediaFeaturesOverride'])

const browser = spawn(process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'ignore', 'pipe'],
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => browser.kill(signal))
browser.on('exit', (code) => process.exit(code ?? 1))

createInterface({ input: browser.stderr }).on('line', (line) => {
  const address = /WebDriver BiDi listening on (ws:\/\/.*)$/.exec(line)?.[1]
  if (address) listen(address)
  else console.error(line)
})

/** @param {string} address of Firefox */
function listen(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: 256 * 1024 * 1024 })
  server.on('connection', (client, { url }) => relay(client, new WebSocket(`${address}${url}`)))
  server.on('listening', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`)
  })
}

/** @param {WebSocket} client @param {WebSocket} firefox */
function relay(client, firefox) {
  /** @type {string[]} */
  const early = []
  firefox.on('open', () => {
    for (const text of early.splice(0)) firefox.send(text)
  })
  client.on('message', (data) => {
    const text = withTypedText(String(data))
    const { id, method } = JSON.parse(text)
    if (commandsWithoutEffect.has(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }))
    else if (firefox.readyState === WebSocket.OPEN) firefox.send(text)
    else early.push(text)
  })
  firefox.on('message', (data) => client.send(String(data)))
  client.on('close', () => firefox.close())
  firefox.on('close', () => client.close())
}

/** @param {string} text a command */
function withTypedText(text) {
  return text.replace(/window\.__pw_bidiInsertText\((\w+)\)/, "void document.execCommand('insertText', false, $1)")
}
