import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { createSampler, parseMetrics, treeOf } from './samples.ts'

it('Metrics without labels are read', () => {
  const text = '# HELP a_seconds A\n# TYPE a_seconds gauge\na_seconds 0.25\nb_total{code="200"} 4\nc_bytes 1.5e+8\n'
  expect([...parseMetrics(text)]).toEqual([
    ['a_seconds', 0.25],
    ['c_bytes', 150_000_000],
  ])
})

it.runIf(process.platform === 'linux')(
  'A sample counts memory and descriptors of a process and its children',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & exec sleep 60'])
    onTestFinished(() => {
      for (const pid of treeOf(parent.pid ?? 0)) process.kill(pid)
    })
    await once(parent, 'spawn')
    await expect.poll(() => treeOf(parent.pid ?? 0).length).toBe(2)
    const sampler = createSampler({ url: 'http://127.0.0.1:9', serverPid: parent.pid ?? 0, generatorPid: process.pid })
    const sample = await sampler.sample()
    expect(sample.residentMegabytes).toBeGreaterThan(0.5)
    // Three each.
    expect(sample.descriptors).toBeGreaterThanOrEqual(6)
    expect(sample.heapMegabytes).toBeNull()
  },
)

it.runIf(process.platform === 'linux')('A process that has ended uses nothing', async () => {
  const child = spawn('true')
  await once(child, 'exit')
  const sampler = createSampler({ url: 'http://127.0.0.1:9', serverPid: child.pid ?? 0, generatorPid: process.pid })
  const { residentMegabytes, descriptors, serverProcessors } = await sampler.sample()
  expect({ residentMegabytes, descriptors, serverProcessors }).toEqual({
    residentMegabytes: 0,
    descriptors: 0,
    serverProcessors: 0,
  })
})
