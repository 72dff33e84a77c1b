import { describe, expect, it } from 'vitest'
import { clusterMarkers } from './cluster-markers.ts'

const at = (x: number, y = 0) => ({ x, y })
const cluster = (points: { x: number; y: number }[]) => clusterMarkers(points, (point) => point, 50)

describe('Markers of a map', () => {
  it('are grouped where they would overlap, in their order', () => {
    expect(cluster([at(0), at(200), at(30), at(0, 49), at(230), at(500)])).toEqual([
      [at(0), at(30), at(0, 49)],
      [at(200), at(230)],
      [at(500)],
    ])
  })

  it('never form a chain: each is near the first of its group', () => {
    expect(cluster([at(0), at(40), at(80), at(120)])).toEqual([
      [at(0), at(40)],
      [at(80), at(120)],
    ])
  })

  it('are alone at exactly that distance, and together at one place', () => {
    expect(cluster([at(0), at(50)])).toHaveLength(2)
    expect(cluster([at(7), at(7)])).toHaveLength(1)
    expect(cluster([])).toEqual([])
  })

  it('are each in one group, and the first markers of two groups never overlap', () => {
    const points = Array.from({ length: 200 }, (_, n) => at((n * 7919) % 600, (n * 104_729) % 400))
    const groups = cluster(points)
    expect(groups.flat().sort((one, other) => points.indexOf(one) - points.indexOf(other))).toEqual(points)
    const firsts = groups.map(([first]) => first ?? at(0))
    for (const [n, one] of firsts.entries())
      for (const other of firsts.slice(n + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(50)
  })
})
