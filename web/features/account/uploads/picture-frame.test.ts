import { describe, expect, it } from 'vitest'
import { centredSquare, frameOf } from './picture-frame.ts'

describe('the frame of a picture', () => {
  it('reduces large pictures and leaves small ones unchanged', () => {
    expect(frameOf({ width: 4000, height: 3000 }, 2000)).toEqual({
      left: 0,
      top: 0,
      width: 4000,
      height: 3000,
      target: { width: 2000, height: 1500 },
    })
    expect(frameOf({ width: 300, height: 200 }, 2000).target).toEqual({ width: 300, height: 200 })
    expect(frameOf({ width: 10_000, height: 1 }, 2000).target).toEqual({ width: 2000, height: 1 })
  })

  it('reads the size of a bitmap, whose properties are getters of its class', () => {
    class Bitmap {
      get width() {
        return 300
      }
      get height() {
        return 200
      }
    }
    expect(frameOf(new Bitmap(), 2000)).toMatchObject({ width: 300, height: 200 })
  })

  it('crops a square from the centre', () => {
    expect(frameOf({ width: 400, height: 300 }, 2000, centredSquare)).toMatchObject({ left: 50, top: 0, width: 300 })
    expect(frameOf({ width: 300, height: 400 }, 2000, centredSquare)).toMatchObject({ left: 0, top: 50, height: 300 })
  })

  it('never exceeds the picture, for any position and zoom', () => {
    expect(frameOf({ width: 400, height: 300 }, 2000, { zoom: 0.1, x: 9, y: -9 })).toMatchObject({
      left: 100,
      top: 0,
      width: 300,
    })
    expect(frameOf({ width: 400, height: 300 }, 100, { zoom: 2, x: 1, y: 1 })).toEqual({
      left: 250,
      top: 150,
      width: 150,
      height: 150,
      target: { width: 100, height: 100 },
    })
  })
})
