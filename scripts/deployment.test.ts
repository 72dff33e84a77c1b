/** What the files of a deployment say of this repository: its paths, its variables, its version of Node. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { variableNames } from '../server/config.ts'
import { root } from './prepare.mjs'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** Settings of glibc, which the program itself does not read. */
const ofGlibc = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_']
const startScript: string = JSON.parse(read('package.json')).scripts.start
const glibcSettings = startScript.match(/MALLOC_\w+=\d+/g) ?? []

const dockerfile = read('Dockerfile')
const compose = read('deploy/compose.yaml')
const unit = read('deploy/tuckbox.service')
const example = read('deploy/.env.example')

it('The Dockerfile copies paths that exist, or that its build makes', () => {
  const made = ['node_modules', 'build']
  const copied = all(dockerfile, /^COPY (?:--from=build )?(.+) \S+$/gm).flatMap((sources) => sources.split(' '))
  const inRepository = copied
    .map((source) => source.replace('/srv/tuckbox/', ''))
    .filter((source) => !made.includes(source))
  expect(inRepository).toEqual(expect.arrayContaining(['package.json', 'supabase', 'domain', 'scripts']))
  expect(inRepository.filter((source) => !existsSync(path.join(root, source)))).toEqual([])
})

it('The image has every folder that its programs import', () => {
  const aliases: Record<string, string> = JSON.parse(read('package.json')).imports
  const folders = new Set(Object.values(aliases).map((target) => target.split('/')[1] ?? ''))
  // Bundled into build/.
  folders.delete('web')
  expect([...folders].filter((folder) => !dockerfile.includes(`/srv/tuckbox/${folder} ${folder}\n`))).toEqual([])
})

it('The build context leaves out what git leaves out, and secrets', () => {
  const excluded = read('.dockerignore').split('\n')
  const inGitOnly = ['.DS_Store']
  const missing = read('.gitignore')
    .trim()
    .split('\n')
    .map((line) => line.replace(/\/$/, ''))
    .filter((line) => ![line, `**/${line}`, `**/${path.basename(line)}`].some((name) => excluded.includes(name)))
  expect(missing).toEqual(inGitOnly)
  // Where a server and its backups are by default.
  expect(excluded).toEqual(expect.arrayContaining(['data', 'backups']))
})

it('The image runs a version of Node that package.json allows', () => {
  const images = new Set(all(dockerfile, /^FROM node:(\d+)-/gm))
  expect([...images]).toHaveLength(1)
  expect(JSON.parse(read('package.json')).engines.node).toMatch(new RegExp(`(>=|\\^)${[...images][0]}\\.`))
})

describe('the workflow', () => {
  const workflow = read('.github/workflows/ci.yml')
  const engines: string = JSON.parse(read('package.json')).engines.node

  it('runs the tests on the oldest release of each line of Node that package.json allows', () => {
    const oldest = engines.split(' || ').map((range) => range.replace(/^\D+/, '').replace(/\.0$/, ''))
    const tested = new Set(all(workflow, /\{ node: '([\d.]+)'/g))
    expect([...tested]).toEqual(oldest.map((version) => version.replace(/\.0$/, '')))
  })

  it('runs the tests on the oldest PostgreSQL of the manual, on later ones, and on PGlite alone', () => {
    const [, oldest = ''] = /PostgreSQL server \((\d+) and up\)/.exec(read('docs/operations.md')) ?? []
    const tested = all(workflow, /postgres: '?(\w+)'? \}/g)
    expect(tested[0]).toBe(oldest)
    expect(tested).toEqual(['15', '16', '17', '18', 'none'])
  })

  it('may only read, has no secrets, and pins every action to a commit', () => {
    expect(all(workflow, /^ *permissions:\n((?: +.+\n)+)/gm)).toEqual(['  contents: read\n'])
    expect(workflow).not.toContain('secrets.')
    const actions = all(workflow, /uses: (.+)$/gm)
    expect(actions.length).toBeGreaterThan(3)
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  })
})

describe('the commands of the manual', () => {
  const manual = read('docs/operations.md')

  it('run with production packages alone', () => {
    const { scripts, dependencies } = JSON.parse(read('package.json'))
    const names = ['admin', 'backup', 'restore', 'move']
    const programs = names.map((name) => String(scripts[name]).split(' ')[0] ?? '')
    const folder = 'scripts/market'
    const sources = [
      ...names.map((name) => `scripts/${name}.ts`),
      ...readdirSync(path.join(root, folder))
        .filter((name) => !/test/.test(name))
        .map((name) => `${folder}/${name}`),
    ]
    const imported = sources.flatMap((source) => all(read(source), /from '([^.#][^']*)'/g))
    const packages = new Set([...programs, ...imported.filter((name) => !name.startsWith('node:'))])
    expect([...packages]).toEqual(expect.arrayContaining(['tsx', 'zod']))
    expect([...packages].filter((name) => !(name in dependencies))).toEqual([])
  })

  it('have the variables, the user and the folders of the service', () => {
    const [user, folder, file, dataDir] = ['User', 'WorkingDirectory', 'EnvironmentFile', 'Environment=DATA_DIR'].map(
      (name) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1],
    )
    const options = [
      `--uid=${user}`,
      `--working-directory=${folder}`,
      `--property=EnvironmentFile=${file}`,
      `--setenv=DATA_DIR=${dataDir}`,
    ]
    const runs = all(manual.replaceAll('\\\n', ''), /systemd-run (.+)/g)
    expect(runs).toHaveLength(2)
    expect(runs.flatMap((run) => options.filter((option) => !run.split(/ +/).includes(option)))).toEqual([])
  })
})

describe('the secrets of the manual', () => {
  const manual = read('docs/operations.md')

  it('are in files that nobody else can read from the moment they exist', () => {
    for (const file of ['deploy/.env', 'supabase/signing_keys.json', '/etc/tuckbox.env']) {
      const [first = ''] = all(manual, /^ *((?:cp|install|touch|\S.* >) .*)$/gm).filter((line) => line.includes(file))
      expect([file, first]).toEqual([file, expect.stringMatching(/^install --mode=600 /)])
    }
  })

  it('reach the image by a mount, where the build leaves them out', () => {
    const [, folder] = /^WORKDIR (.+)$/m.exec(dockerfile) ?? []
    const file = 'supabase/signing_keys.json'
    expect(read('.dockerignore').split('\n')).toContain(file)
    expect(compose).toContain(`- ../${file}:${folder}/${file}:ro\n`)
  })
})

it('Each way to run the server waits equally long for it to stop', () => {
  const [inDocker] = all(read('docs/operations.md'), /docker run .*--stop-timeout (\d+)/g)
  const [inCompose] = all(compose, /stop_grace_period: (\d+)s/g)
  const [inService] = all(unit, /^TimeoutStopSec=(\d+)$/gm)
  expect([inDocker, inCompose, inService]).toEqual(['30', '30', '30'])
})

it('Each way to run the image behind a proxy tells each visitor apart', () => {
  const [run = ''] = all(read('docs/operations.md').replaceAll('\\\n', ''), /(docker run .+)/g)
  expect(run).toContain('--env TRUST_PROXY=1 ')
  expect(compose).toMatch(/TRUST_PROXY: "1"/)
})

it('Caddy replaces every header of a client that the server trusts from a proxy', () => {
  const caddyfile = read('deploy/Caddyfile')
  expect(compose).toMatch(/TRUST_PROXY: "1"/)
  expect(caddyfile).toContain('header_up X-Request-Id {http.request.uuid}\n')
  expect(caddyfile).toContain('header_up -traceparent\n')
  // Caddy's own default for the others, unless it trusts proxies in front.
  expect(caddyfile).not.toContain('trusted_proxies ')
})

it('The server reads every variable that the image, compose.yaml and the service set', () => {
  const ofImage = all(dockerfile, /\b([A-Z][A-Z0-9_]+)=/g)
  const ofService = all(unit, /\b([A-Z][A-Z0-9_]+)=/g)
  const [, environment = ''] = /\n {4}environment:\n((?: {6}.+\n)+)/.exec(compose) ?? []
  const ofCompose = all(environment, /^ {6}(\w+):/gm)
  for (const names of [ofImage, ofService, ofCompose]) {
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !variableNames.includes(name) && !ofGlibc.includes(name))).toEqual([])
  }
})

it('The image and the service set the glibc settings of npm start', () => {
  expect(glibcSettings).toHaveLength(ofGlibc.length)
  for (const text of [dockerfile, unit]) expect(glibcSettings.filter((setting) => !text.includes(setting))).toEqual([])
})

it('The example of deploy/.env names every variable that compose.yaml asks for', () => {
  const named = all(example, /^(\w+)=/gm)
  expect(named.toSorted()).toEqual([...new Set(all(compose, /\$\{(\w+)/g))].toSorted())
})

it('The manual lists every variable that the server reads', () => {
  const [table = ''] = read('docs/operations.md').split('\n## Deployment')
  expect(all(table, /`([A-Z][A-Z0-9_]+)`/g).filter((name) => !variableNames.includes(name))).toEqual([])
  expect(variableNames.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
