import {expect} from 'chai'
import * as fc from 'fast-check'

import {Reorder, type Timed} from '../../../src/replay/order/reorder.js'

interface Item extends Timed {
  readonly name: string
}

const item = (seconds: number, place: number, name = `${seconds}/${place}`): Item => ({seconds, nanoseconds: 0, place, name})

/** Pushes items. @param collect takes those that are ready */
type Feed = (order: Reorder<Item>, collect: () => void) => void

/** Output, with the effective time. */
function ordered(window: number, feed: Feed): {readonly names: string[], readonly times: number[], readonly order: Reorder<Item>} {
  const names: string[] = []
  const times: number[] = []
  const order = new Reorder<Item>(window)
  const collect = (): void => {
    for (let next = order.next(); next !== undefined; next = order.next()) {
      names.push(next.name)
      times.push(order.now.seconds)
    }
  }
  feed(order, collect)
  order.end()
  collect()
  return {names, times, order}
}

/** Pushes items one after the other. */
const pushing = (items: readonly Item[]): Feed => (order, collect) => {
  for (const one of items) {
    order.push(one)
    collect()
  }
}

const series = (seconds: readonly number[], place: number): () => Item | undefined => {
  const rest = [...seconds]
  return () => {
    const next = rest.shift()
    return next === undefined ? undefined : item(next, place, `s${next}`)
  }
}

describe('putting into order', () => {
  it('leaves alone what is in order, and equal times as they come', () => {
    const {names, order} = ordered(2, pushing([1, 2, 2, 3].map((seconds, i) => item(seconds, i))))
    expect(names).to.deep.equal(['1/0', '2/1', '2/2', '3/3'])
    expect(order).to.include({reordered: 0, late: 0})
  })

  it('puts in its place what comes within the window', () => {
    const {names, order} = ordered(3, pushing([5, 3, 4, 6].map((seconds, i) => item(seconds, i))))
    expect(names).to.deep.equal(['3/1', '4/2', '5/0', '6/3'])
    expect(order).to.include({reordered: 2, late: 0})
  })

  it('counts what comes later, and does not turn the clock back for it', () => {
    const {names, times, order} = ordered(2, pushing([5, 6, 7, 1, 8].map((seconds, i) => item(seconds, i))))
    expect(names).to.deep.equal(['5/0', '1/3', '6/1', '7/2', '8/4'])
    expect(times).to.deep.equal([5, 5, 6, 7, 8])
    expect(order).to.include({reordered: 0, late: 1})
  })

  it('weaves series in', () => {
    const {names} = ordered(1, (o, collect) => {
      o.pushSeries(series([1, 4, 9], 0))
      o.pushSeries(series([], 1))
      o.pushSeries(series([2, 3], 2))
      pushing([2, 5, 6].map((seconds, i) => item(seconds, 3 + i)))(o, collect)
    })
    expect(names).to.deep.equal(['s1', 's2', '2/3', 's3', 's4', '5/4', '6/5', 's9'])
  })

  it('lets nothing go while it is held', () => {
    const {names, order} = ordered(1, (o, collect) => {
      o.hold()
      pushing([9, 7, 8, 1].map((seconds, i) => item(seconds, i)))(o, collect)
      o.release()
      pushing([item(10, 4)])(o, collect)
    })
    expect(names).to.deep.equal(['1/3', '7/1', '8/2', '9/0', '10/4'])
    expect(order.late).to.equal(0)
  })

  it('sorts all that is no further away than the window', () => {
    fc.assert(fc.property(fc.integer({min: 0, max: 20}), fc.array(fc.integer({min: 0, max: 30}), {maxLength: 200}), (window, steps) => {
      // A request that takes so long stands that much later in the log, behind fewer others than that.
      const log = steps.map((step, i) => ({time: i, written: i + Math.min(step, window)})).sort((a, b) => a.written - b.written || a.time - b.time)
      const {times, order} = ordered(window, pushing(log.map(({time}, i) => item(time, i))))
      expect(times).to.deep.equal(steps.map((_, i) => i))
      expect(order.late).to.equal(0)
    }))
  })

  it('gives back everything once, and never an earlier time', () => {
    fc.assert(fc.property(fc.integer({min: 0, max: 5}), fc.array(fc.integer({min: 0, max: 9}), {maxLength: 100}), (window, seconds) => {
      const {names, times} = ordered(window, pushing(seconds.map((second, i) => item(second, i))))
      expect([...names].sort()).to.deep.equal(seconds.map((second, i) => `${second}/${i}`).sort())
      expect(times).to.deep.equal([...times].sort((a, b) => a - b))
    }))
  })
})
